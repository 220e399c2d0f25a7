package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.model.job.Job;
import java.util.Optional;
import java.util.function.Supplier;

/** Compares the first job in the queue of one pool with Slurm's pending reason. */
public final class HeadOfLine {

    private static final String RESOURCES = "Resources";

    /**
     * Slurm reports this reason, not Resources, if the job would fit on nodes that do not exist now, such as the nodes
     * of removed pods.
     */
    private static final String NOT_AVAILABLE = "ReqNodeNotAvail";

    /** Time within which a planned start justifies idle nodes, in seconds. A later start costs less with new nodes. */
    private static final long SOON = 600;

    private Optional<Contradiction> contradiction = Optional.empty();
    private boolean startsSoon;
    private boolean found;

    /**
     * Adds the next job in the queue that waits for nodes of the pool.
     *
     * @param fits whether available nodes have room for the job and all jobs ahead, by the model
     * @param now current time, in seconds since the epoch
     */
    public void next(Job job, boolean fits, long now, Supplier<Contradiction> evidence) {
        long start = job.times().expectedStartAt();
        startsSoon |= start > now && start - now <= SOON;
        if (!found && fits && lacksNodes(job, now) && isHelpedByAnyNode(job)) {
            contradiction = Optional.of(evidence.get());
        }
        found = true;
    }

    /**
     * Ends the comparison, because the next job may wait for other jobs, or for other components of its heterogeneous
     * job.
     */
    public void skip() {
        found = true;
        contradiction = Optional.empty();
    }

    /**
     * A job that waits for the end of a maintenance also has the reason ReqNodeNotAvail, but backfill has planned the
     * job's start time. A start time that is not in the future is no plan: slurmctld sets the current time.
     */
    private static boolean lacksNodes(Job job, long now) {
        return job.status().reason().equals(RESOURCES)
                || (job.status().reason().equals(NOT_AVAILABLE) && job.times().expectedStartAt() <= now);
    }

    private static boolean isHelpedByAnyNode(Job job) {
        return job.shape().requiredNodes().isEmpty()
                && job.shape().placement().reservation().isEmpty();
    }

    /** Returns whether slurmctld plans to start a job on the pool within {@link #SOON} s. */
    public boolean startsSoon() {
        return startsSoon;
    }

    public Optional<Contradiction> contradiction() {
        return contradiction;
    }
}
