package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.Labeled;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobShape;
import dev.sluice.exporter.model.job.PendingReason.ScalingRule;
import java.util.Optional;
import java.util.function.Supplier;

/** Compares the first job in the queue of one pool with Slurm's pending reason. */
public final class HeadOfLine {

    private static final String RESOURCES = "Resources";

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
     * Slurm reports a conditional reason, such as ReqNodeNotAvail, if the job would fit on nodes that do not exist now.
     * A job that waits for the end of a maintenance also has this reason, but backfill has planned the job's start time.
     * A start time that is not in the future is no plan: slurmctld sets the current time.
     */
    private static boolean lacksNodes(Job job, long now) {
        return job.status().reason().equals(RESOURCES)
                || (Classifier.rule(job, true) == ScalingRule.CONDITIONAL
                        && job.times().expectedStartAt() <= now);
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

    /**
     * Slurm reports a lack of nodes for the first job in the queue, although the model finds room for the job on
     * available nodes.
     *
     * @param idle empty nodes of the pool that accept jobs
     * @param nodes number of nodes that one task needs, by the model
     * @param slurmNodes number of nodes that one task needs, by Slurm; 0 if unknown
     * @param shape kind of the request
     * @param grows whether the pool could have more nodes
     * @param evidence the job and the nodes on which the job fits
     */
    public record Contradiction(
            long jobId, long idle, long nodes, long slurmNodes, ShapeClass shape, boolean grows, Unhelped evidence) {

        public static Contradiction of(Job job, long idle, long nodes, boolean grows, Unhelped evidence) {
            JobShape request = job.shape();
            // If a job accepts a range of node counts, node_count contains the maximum of the range.
            boolean range = request.maximumNodes() > 0 && request.maximumNodes() != request.minimumNodes();
            return new Contradiction(
                    job.id(), idle, nodes, range ? 0 : job.slurmNodes(), ShapeClass.of(job, nodes), grows, evidence);
        }

        public PoolName pool() {
            return evidence.pool();
        }
    }

    /** The kind of a job's request, for counting. Closed list; the first kind that applies is used. */
    public enum ShapeClass implements Labeled {
        /** The job requests GPUs or other generic resources. */
        GRES,
        /** The job is an array task. */
        ARRAY,
        /** The job shares its nodes with no other job. */
        WHOLE_NODES,
        /** The job runs on several nodes and shares these nodes with other jobs. */
        SEVERAL_NODES,
        /** The job runs on a part of one node. */
        ONE_NODE;

        /**
         * Returns the kind of a job's request.
         *
         * @param nodes number of nodes that one task needs
         */
        static ShapeClass of(Job job, long nodes) {
            if (!job.request().gpus().isEmpty()
                    || !job.shape().placement().gres().isEmpty()) {
                return GRES;
            }
            if (job.array().jobId() > 0) {
                return ARRAY;
            }
            if (job.shape().wholeNodes()) {
                return WHOLE_NODES;
            }
            return nodes > 1 ? SEVERAL_NODES : ONE_NODE;
        }
    }
}
