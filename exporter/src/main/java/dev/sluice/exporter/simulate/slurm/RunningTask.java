package dev.sluice.exporter.simulate.slurm;

import java.util.List;

/**
 * A job, or one task of an array, while it runs.
 *
 * @param id JobId
 * @param job the job
 * @param nodes its nodes
 * @param startedAt when it started
 * @param endsAt when it ends
 * @param limitAt when it would be ended, which is all that the scheduler knows
 */
record RunningTask(long id, QueuedJob job, List<SimulatedNode> nodes, long startedAt, long endsAt, long limitAt) {

    RunningTask {
        nodes = List.copyOf(nodes);
    }
}
