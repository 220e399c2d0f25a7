package dev.sluice.exporter.derive.life;

import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.life.LifeCounts.Events;
import dev.sluice.exporter.derive.life.LifeCounts.Queue;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.model.job.JobState;
import java.time.Instant;
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

    final long submissions() {
        return events().submissions();
    }

    final long starts() {
        return events().starts();
    }

    final long requeues() {
        return events().requeues();
    }

    final long ends(JobState state) {
        return events().ends().getOrDefault(state, 0L);
    }

    final long allEnds() {
        return events().ends().values().stream().mapToLong(Long::longValue).sum();
    }

    final Histogram waits() {
        return Objects.requireNonNull(life.counts().waits().byQueue().get(BATCH));
    }

    final Histogram runs() {
        return Objects.requireNonNull(life.counts().runs().get(BATCH));
    }

    final double waitedFor(WaitCause cause) {
        Map<WaitCause, Histogram> waits = life.counts().waits().byCause().getOrDefault("batch", new TreeMap<>());
        return waits.containsKey(cause) ? waits.get(cause).sum() : 0;
    }
}
