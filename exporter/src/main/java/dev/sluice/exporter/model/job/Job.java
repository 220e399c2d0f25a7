package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.Tres;
import java.util.List;

/**
 * One job record of slurmctld: a job, a component of a heterogeneous job, a started task of an array, or all tasks of
 * an array that have not started.
 *
 * @param id JobId
 * @param partitions partition in which the job runs, or all partitions to which the job was submitted
 * @param request request of one task
 * @param shape layout of one task over nodes
 * @param slurmNodes {@code node_count}; for a pending job, an estimate, or the maximum number of nodes that the job
 *     accepts
 * @param hetJobId JobId of the first component of the heterogeneous job; 0 for other jobs
 * @param priority Priority; 0 if the job is held
 * @param name job name; empty if names are not read
 * @param dependency remaining dependencies in Slurm's format ({@code afterok:12(unfulfilled)}); empty for most jobs
 * @param origin whether Slurm or Kubernetes runs the job
 */
public record Job(
        long id,
        JobStatus status,
        List<String> partitions,
        JobOwner owner,
        JobArray array,
        JobRequest request,
        JobShape shape,
        long slurmNodes,
        JobAllocation allocation,
        JobTimes times,
        long hetJobId,
        long priority,
        String name,
        String dependency,
        JobOrigin origin) {

    /** Returns a copy of a job that exceeds a limit, so that the job can never start as requested. */
    public Job refusedByLimit() {
        return with(status.refusedByLimit(), partitions, request, allocation);
    }

    /** Returns a copy with another status, other partitions and other resources. */
    public Job with(
            JobStatus newStatus, List<String> newPartitions, JobRequest newRequest, JobAllocation newAllocation) {
        return new Job(
                id,
                newStatus,
                newPartitions,
                owner,
                array,
                newRequest,
                shape,
                slurmNodes,
                newAllocation,
                times,
                hetJobId,
                priority,
                name,
                dependency,
                origin);
    }

    /**
     * Returns an equal job that shares the equal values of an earlier record. Of 100,000 jobs, most change only their
     * priority between two polls, if at all.
     */
    public Job sharing(Job before) {
        return equals(before)
                ? before
                : new Job(
                        id,
                        same(status, before.status),
                        same(partitions, before.partitions),
                        same(owner, before.owner),
                        same(array, before.array),
                        same(request, before.request),
                        same(shape, before.shape),
                        slurmNodes,
                        same(allocation, before.allocation),
                        same(times, before.times),
                        hetJobId,
                        priority,
                        same(name, before.name),
                        same(dependency, before.dependency),
                        origin);
    }

    private static <T> T same(T now, T before) {
        return now.equals(before) ? before : now;
    }

    /** Returns whether resources are allocated to the job: the job is running or suspended. */
    public boolean allocated() {
        return status.base() == JobState.RUNNING || status.base() == JobState.SUSPENDED;
    }

    /** Returns the time limit to which backfill can shorten the job ({@code --time-min}); 0 if unknown. */
    public long minimumLimit() {
        long minimum = shape.placement().minimumSeconds();
        return minimum > 0 ? minimum : times.limit();
    }

    /** Returns the first of the job's partitions; empty if unknown. */
    public String firstPartition() {
        return partitions.isEmpty() ? "" : partitions.get(0);
    }

    /** Returns whether the job waits for its (next) start. A revoked job runs on another cluster of the federation. */
    public boolean pending() {
        return status.base() == JobState.PENDING && status.state() != JobState.REVOKED;
    }

    /** Returns whether the job only waits for its (next) start, unlike a requeued job that still holds its nodes. */
    public boolean waiting() {
        return pending() && !holdsNodes();
    }

    /** Returns whether the job has ended; an ended job may still be completing. */
    public boolean ended() {
        return status.base().end();
    }

    /**
     * Returns whether the job holds nodes because the job is running, starting or completing. A requeued job can hold
     * nodes and be pending: until the nodes have completed or, with an expedited requeue, until the job starts again.
     */
    public boolean holdsNodes() {
        return switch (status.state()) {
            case COMPLETING, CONFIGURING, STAGE_OUT -> true;
            case EXPEDITING -> !allocation.nodes().isEmpty();
            default -> allocated();
        };
    }

    /**
     * Whom Slurm charges for a job.
     *
     * @param user login name; {@code uid:10001} if Slurm does not show the name
     * @param account account; empty without accounting
     * @param qos QOS; empty without accounting. A pending job that may use several QOSes has a list: {@code a,b}
     */
    public record JobOwner(String user, String account, String qos) {

        /** Beginning of the name of a user whose login name is unknown. */
        public static final String UNNAMED = "uid:";

        /** Returns the QOSes; several for a pending job that may use several QOSes. */
        public List<String> qosNames() {
            return List.of(qos.split(",", -1));
        }
    }

    /**
     * The resources that a job holds, or held until its end.
     *
     * @param tres allocated resources; none until the job starts
     * @param nodes hostlist of the allocated nodes; empty until the job starts
     * @param gresDetail generic resources allocated on each node, in the order of {@code nodes} and in Slurm's format
     *     with the index of each GPU; empty if the exporter does not read these details
     */
    public record JobAllocation(Tres tres, String nodes, List<String> gresDetail) {

        /** The allocation of a job that never started. */
        private static final JobAllocation NONE = new JobAllocation(Tres.NONE, "", List.of());

        /** Returns an allocation. Jobs that never started share one object. */
        public static JobAllocation of(Tres tres, String nodes, List<String> gresDetail) {
            return tres.equals(Tres.NONE) && nodes.isEmpty() && gresDetail.isEmpty()
                    ? NONE
                    : new JobAllocation(tres, nodes, List.copyOf(gresDetail));
        }
    }
}
