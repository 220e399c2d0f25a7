package dev.sluice.exporter.derive.waste;

import java.util.Map;
import java.util.Optional;

/**
 * The measured utilization of the GPUs of one cluster's jobs. Slurm does not measure utilization; DCGM does.
 *
 * @param byJob utilization by job ID; a job without an entry has no measured GPU
 * @param problem reason why the utilization of all jobs is unknown; empty if it is known, or if nothing measures it
 */
public record GpuUse(Map<Long, OfJob> byJob, Optional<String> problem) {

    /** Nothing measures the utilization. */
    public static final GpuUse NOT_MEASURED = new GpuUse(Map.of(), Optional.empty());

    public GpuUse {
        byJob = Map.copyOf(byJob);
    }

    /**
     * The utilization of one job in the last hour.
     *
     * @param percent mean utilization of the measured GPUs, from 0 to 100
     * @param gpus number of measured GPUs
     * @param idleGpus number of these GPUs with a utilization of less than {@value #IDLE_PERCENT} %. A GPU counts only
     *     after the job has held it for 55 min.
     */
    public record OfJob(double percent, long gpus, long idleGpus) {

        /** A GPU with a lower utilization is idle, as in the alert {@code SlurmJobGpusIdle}. */
        public static final int IDLE_PERCENT = 5;
    }

    /** Returns the utilization of a job; empty if it is unknown. */
    public Optional<OfJob> of(long jobId) {
        return Optional.ofNullable(byJob.get(jobId));
    }

    public static GpuUse unknown(String problem) {
        return new GpuUse(Map.of(), Optional.of(problem));
    }
}
