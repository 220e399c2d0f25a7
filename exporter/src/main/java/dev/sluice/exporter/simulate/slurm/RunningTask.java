package dev.sluice.exporter.simulate.slurm;

import dev.sluice.common.scheduling.BackfillPlan;
import dev.sluice.common.scheduling.NodeAllocation;
import java.util.List;
import java.util.stream.Stream;

/**
 * A job, or one task of an array, while it runs.
 *
 * @param id JobId
 * @param job the job
 * @param allocations what it holds on its nodes
 * @param startedAt when it started
 * @param endsAt when it ends
 * @param limitAt when it would be ended, which is all that the scheduler knows
 */
record RunningTask(
        long id, QueuedJob job, List<NodeAllocation> allocations, long startedAt, long endsAt, long limitAt) {

    RunningTask {
        allocations = List.copyOf(allocations);
    }

    List<String> nodes() {
        return allocations.stream().map(held -> held.node().name()).toList();
    }

    Stream<BackfillPlan.Ending> endings() {
        return allocations.stream().map(held -> new BackfillPlan.Ending(limitAt, held));
    }
}
