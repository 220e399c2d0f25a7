package dev.sluice.exporter.simulate;

import static dev.sluice.exporter.simulate.PublishedScenarios.HOUR;
import static dev.sluice.exporter.simulate.PublishedScenarios.MINUTE;

import dev.sluice.exporter.simulate.slurm.JobSpec;
import java.util.ArrayList;
import java.util.List;

/** Jobs that are shorter than the start of a node. */
final class SavingScenarios {

    private SavingScenarios() {}

    static List<Scenario> all() {
        return List.of(PublishedScenarios.plain(
                "flash-crowd",
                "300 one-node jobs of 1 min at once, three times, 1 h apart",
                0,
                400,
                crowds(),
                4 * HOUR,
                Scenario.usualAnd(Signal.SLUICE_DRAIN_TARGET, Signal.SLUICE_DRAIN_TARGET_SHORT_WINDOW)));
    }

    private static List<JobSpec> crowds() {
        List<JobSpec> jobs = new ArrayList<>();
        for (int i = 0; i < 900; i++) {
            jobs.add(JobSpec.whole(i + 1L, 10 * MINUTE + HOUR * (i / 300), 1, MINUTE));
        }
        return jobs;
    }
}
