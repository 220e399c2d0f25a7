package dev.sluice.exporter.derive;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobRequest;

/**
 * The total resources that pending jobs request.
 *
 * @param nodes sum of the minimum numbers of nodes
 * @param cpus sum of CPUs
 * @param memoryBytes sum of memory
 * @param gpus sums of GPUs by type
 * @param oldestEligibleAt earliest eligible time of the eligible jobs, seconds since the epoch; 0 if no job is eligible
 */
public record PendingDemand(long nodes, long cpus, long memoryBytes, GpuCounts gpus, long oldestEligibleAt) {

    public static final PendingDemand NONE = new PendingDemand(0, 0, 0, GpuCounts.NONE, 0);

    /**
     * Returns this demand plus the demand of all array tasks of a job.
     *
     * @param now current time, seconds since the epoch; a job with a later eligible time is not eligible yet
     */
    PendingDemand plus(Job job, long now) {
        JobRequest request = job.request();
        long tasks = job.array().tasks();
        return new PendingDemand(
                Amounts.sum(nodes, Amounts.product(request.nodes(), tasks)),
                Amounts.sum(cpus, Amounts.product(request.cpus(), tasks)),
                Amounts.sum(memoryBytes, Amounts.product(request.memoryBytes(), tasks)),
                request.gpus().isEmpty() ? gpus : gpus.plus(request.gpus().times(tasks)),
                older(job.times().eligibleAt(), now));
    }

    PendingDemand plus(PendingDemand other) {
        return new PendingDemand(
                Amounts.sum(nodes, other.nodes),
                Amounts.sum(cpus, other.cpus),
                Amounts.sum(memoryBytes, other.memoryBytes),
                gpus.plus(other.gpus),
                older(other.oldestEligibleAt, Long.MAX_VALUE));
    }

    private long older(long eligibleAt, long now) {
        if (eligibleAt <= 0 || eligibleAt > now) {
            return oldestEligibleAt;
        }
        return oldestEligibleAt == 0 ? eligibleAt : Math.min(oldestEligibleAt, eligibleAt);
    }
}
