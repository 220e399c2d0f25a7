package dev.sluice.exporter.derive.scaling.evidence;

import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.job.Job;
import java.util.Optional;

/** The first job in line of one pool, held against the reason that Slurm gives. */
public final class HeadOfLine {

    private static final String RESOURCES = "Resources";

    /** Instead of Resources where nodes that are away would do, as records of removed pods. */
    private static final String NOT_AVAILABLE = "ReqNodeNotAvail";

    private Optional<Contradiction> contradiction = Optional.empty();
    private boolean found;
    private String partition = "";

    /**
     * Takes in the next job of the queue that waits for nodes of the pool.
     *
     * @param partition the partition by which it gets there
     * @param fits whether nodes that take work have room for it and all jobs ahead, by the model
     * @param idle empty nodes of the pool that take work
     * @param nodes how many nodes one task of it needs, by the model
     */
    public void next(Job job, String partition, boolean fits, PoolName pool, long idle, long nodes) {
        boolean lacksNodes = lacksNodes(job);
        if (!found) {
            found = true;
            this.partition = partition;
            contradiction = fits && lacksNodes && isHelpedByAnyNode(job)
                    ? Optional.of(Contradiction.of(job, pool, idle, nodes))
                    : Optional.empty();
        } else if (lacksNodes && !fits && !partition.equals(this.partition)) {
            // Its partition may have the higher PriorityTier, so that slurmctld keeps the nodes for it.
            contradiction = Optional.empty();
        }
    }

    /** Takes in a job that other jobs or parts of it may hold back. */
    public void skip() {
        found = true;
        contradiction = Optional.empty();
    }

    /** A job that a maintenance holds back has the second reason too, but backfill knows when it starts. */
    private static boolean lacksNodes(Job job) {
        return job.reason().equals(RESOURCES) || (job.reason().equals(NOT_AVAILABLE) && job.expectedStartAt() == 0);
    }

    private static boolean isHelpedByAnyNode(Job job) {
        return job.shape().requiredNodes().isEmpty()
                && job.shape().placement().reservation().isEmpty();
    }

    public Optional<Contradiction> contradiction() {
        return contradiction;
    }
}
