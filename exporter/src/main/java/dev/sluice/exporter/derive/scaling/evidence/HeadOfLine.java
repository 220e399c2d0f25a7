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

    /**
     * Takes in the next job of the queue that waits for nodes of the pool.
     *
     * @param fits whether nodes that take work have room for it and all jobs ahead, by the model
     * @param idle empty nodes of the pool that take work
     * @param nodes how many nodes one task of it needs, by the model
     */
    public void next(Job job, boolean fits, PoolName pool, long idle, long nodes) {
        if (!found && fits && lacksNodes(job) && isHelpedByAnyNode(job)) {
            contradiction = Optional.of(Contradiction.of(job, pool, idle, nodes));
        }
        found = true;
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
