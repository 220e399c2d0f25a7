package dev.sluice.simulator.cluster;

import dev.sluice.lab.scheduling.NodeAllocation;
import dev.sluice.lab.scheduling.job.ArrayPlace;
import dev.sluice.lab.scheduling.job.Dependency;
import dev.sluice.lab.scheduling.job.HetPlace;
import dev.sluice.lab.scheduling.job.JobReason;
import dev.sluice.lab.scheduling.job.JobRequest;
import dev.sluice.lab.scheduling.job.JobState;
import dev.sluice.lab.scheduling.job.JobTimes;
import dev.sluice.lab.scheduling.job.SimulatedJob;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A job record at one instant. A pending array has one record.
 *
 * @param partition partition of the running job, or all requested partitions, joined by commas
 * @param priorities priorities by partition; empty unless the job is pending in several partitions
 * @param configuring true while the job's nodes boot
 * @param allocations allocations by node; kept after the end of the job, as Slurm keeps the node list
 * @param plannedNodes nodes on which backfill plans to start the job
 */
public record JobRecord(
        int id,
        JobRequest request,
        JobState state,
        JobReason reason,
        JobTimes times,
        String partition,
        long priority,
        Map<String, Long> priorities,
        boolean configuring,
        Optional<ArrayPlace> array,
        Optional<HetPlace> het,
        List<NodeAllocation> allocations,
        List<String> plannedNodes,
        Optional<Dependency> dependency,
        boolean dependencyFailed,
        boolean held,
        int restarts,
        String failedNode) {
    public JobRecord {
        allocations = List.copyOf(allocations);
        plannedNodes = List.copyOf(plannedNodes);
    }

    public boolean started() {
        return !allocations.isEmpty();
    }

    static JobRecord of(SimulatedJob job) {
        return new JobRecord(
                job.id(),
                job.request(),
                job.state(),
                job.reason(),
                job.times(),
                job.partition(),
                job.priority(),
                job.priorities(),
                job.isConfiguring(),
                job.array(),
                job.het(),
                job.allocations(),
                job.plannedNodes(),
                job.dependency(),
                job.dependencyFailed(),
                job.isPending() && job.isHeld(),
                job.restarts(),
                job.failedNode());
    }
}
