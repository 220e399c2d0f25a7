package dev.sluice.exporter.simulate;

import dev.sluice.exporter.simulate.Scenario.Failure;
import dev.sluice.exporter.simulate.slurm.NodeSetSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Nodes that go down at random, each for itself and as often after a year as after an hour. The same nodes go down at the
 * same times under every signal; one that is not there at that time does not.
 *
 * @param meanSeconds the mean time from a recovery to the next failure
 * @param repairSeconds how long a node is down
 */
record Failures(long meanSeconds, long repairSeconds) {

    /** The failures of all nodes that there can be. */
    List<Failure> of(List<NodeSetSpec> sets, long horizon, long seed) {
        List<Failure> failures = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(seed);
        for (int set = 0; set < sets.size(); set++) {
            for (int ordinal = 0; ordinal < sets.get(set).max(); ordinal++) {
                for (long at = gap(random); at < horizon; at += repairSeconds + gap(random)) {
                    failures.add(new Failure(set, ordinal, at, at + repairSeconds));
                }
            }
        }
        return failures;
    }

    private long gap(SplittableRandom random) {
        return gap(random.nextDouble());
    }

    /** The time that this part of the gaps between two failures does not reach. */
    long gap(double part) {
        return Math.round(-meanSeconds * Math.log(1 - part));
    }
}
