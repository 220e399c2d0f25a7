package dev.sluice.exporter.derive.life;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.Labeled;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts of the jobs of one size class. Immutable.
 *
 * @param waitSeconds seconds of all waits that ended with a start
 * @param runSeconds seconds of all ended runs
 * @param interruptions interrupted runs by cause
 */
public record SizeCounts(long waitSeconds, long runSeconds, Map<Interruption, Long> interruptions) {

    static final SizeCounts NONE = new SizeCounts(0, 0, Map.of());

    public SizeCounts {
        interruptions = Map.copyOf(interruptions);
    }

    /** Why a run ended before the job was done. */
    public enum Interruption implements Labeled {
        /** A node failed or did not boot, and Slurm did not requeue the job. */
        NODE_FAIL,
        /** Slurm or a person requeued the job. */
        REQUEUE,
        /** The job was preempted, and Slurm did not requeue the job. */
        PREEMPTED
    }

    public long of(Interruption cause) {
        return interruptions.getOrDefault(cause, 0L);
    }

    SizeCounts plus(SizeCounts more) {
        Map<Interruption, Long> sums = new HashMap<>(interruptions);
        more.interruptions.forEach((cause, times) -> sums.merge(cause, times, Amounts::sum));
        return new SizeCounts(waitSeconds + more.waitSeconds, runSeconds + more.runSeconds, sums);
    }
}
