package dev.sluice.exporter.derive.life;

import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.life.LifeCounts.CauseKey;
import dev.sluice.exporter.derive.life.LifeCounts.EndKey;
import dev.sluice.exporter.derive.life.LifeCounts.Queue;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.model.job.JobState;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Polls one partition repeatedly. Times are in seconds. A poll consists of the records that slurmctld would list. */
abstract class ObservedLife {

    private static final Queue BATCH = new Queue("batch", "normal");

    final JobLife life = new JobLife(new SeriesBudget(0, 100, 100, 0, 0, 0, NameRule.SHOW, NameRule.SHOW), ended -> {});

    final void poll(long at, QueueRecord... records) {
        life.observe(
                Arrays.stream(records).map(QueueRecord::job).toList(), List.of("batch"), Instant.ofEpochSecond(at));
    }

    final long submissions() {
        return life.counts().submissions().getOrDefault("batch", -1L);
    }

    final long starts() {
        return life.counts().starts().getOrDefault("batch", -1L);
    }

    final long requeues() {
        return life.counts().requeues().getOrDefault("batch", -1L);
    }

    final long ends(JobState state) {
        return life.counts().ends().getOrDefault(new EndKey("batch", state), -1L);
    }

    final long allEnds() {
        return life.counts().ends().values().stream().mapToLong(Long::longValue).sum();
    }

    final Histogram waits() {
        return Objects.requireNonNull(life.counts().waits().byQueue().get(BATCH));
    }

    final Histogram runs() {
        return Objects.requireNonNull(life.counts().runs().get(BATCH));
    }

    final double waitedFor(WaitCause cause) {
        Histogram waits = life.counts().waits().byCause().get(new CauseKey("batch", cause));
        return waits == null ? 0 : waits.sum();
    }
}
