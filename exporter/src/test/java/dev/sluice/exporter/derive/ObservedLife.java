package dev.sluice.exporter.derive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.LifeCounts.Events;
import dev.sluice.exporter.derive.LifeCounts.Queue;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.model.job.JobState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Polls one partition repeatedly. Times are in seconds. A poll consists of the records that slurmctld would list. */
abstract class ObservedLife {

    private static final Queue BATCH = new Queue("batch", "normal");

    final JobLife life = new JobLife(new SeriesBudget(0, 100, 100, 0, 0, 0, NameRule.SHOW, NameRule.SHOW), ended -> {});

    final void poll(long at, QueueRecord... records) {
        life.observe(
                Arrays.stream(records).map(QueueRecord::job).toList(), List.of("batch"), Instant.ofEpochSecond(at));
    }

    private Events events() {
        return Objects.requireNonNull(life.counts().partitions().get("batch"));
    }

    /**
     * Checks numbers by their names: {@code submissions}, {@code starts}, {@code requeues}, {@code ends}, an end state,
     * the numbers of {@code waits} and {@code runs}, and the seconds that jobs {@code waited} and {@code ran}, and
     * waited for a cause, such as {@code for:HELD}.
     */
    final void assertCounts(String expected) {
        String[] words = expected.split(" ", -1);
        List<String> actual = new ArrayList<>();
        for (int i = 0; i < words.length; i += 2) {
            actual.add(words[i] + " " + count(words[i]));
        }
        assertThat(String.join(" ", actual)).isEqualTo(expected);
    }

    private long count(String name) {
        return switch (name) {
            case "submissions" -> events().submissions();
            case "starts" -> events().starts();
            case "requeues" -> events().requeues();
            case "ends" ->
                events().ends().values().stream().mapToLong(Long::longValue).sum();
            case "waits" -> waits().count();
            case "waited" -> (long) waits().sum();
            case "runs" -> runs().count();
            case "ran" -> (long) runs().sum();
            default ->
                name.startsWith("for:")
                        ? (long) waitedFor(WaitCause.valueOf(name.substring("for:".length())))
                        : events().ends().getOrDefault(JobState.valueOf(name), 0L);
        };
    }

    final Histogram waits() {
        return Objects.requireNonNull(life.counts().waitsByQueue().get(BATCH));
    }

    final Histogram runs() {
        return Objects.requireNonNull(life.counts().runs().get(BATCH));
    }

    private double waitedFor(WaitCause cause) {
        Map<WaitCause, Histogram> waits = life.counts().waitsByCause().getOrDefault("batch", new TreeMap<>());
        return waits.containsKey(cause) ? waits.get(cause).sum() : 0;
    }
}
