package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.Tres;
import java.util.List;

/**
 * One job record of slurmctld: a job, a component of a heterogeneous job, a started task of an array, or all tasks of
 * an array that have not started.
 *
 * @param id JobId
 * @param base base state: a state for which {@link JobState#base()} is true
 * @param state state that squeue shows
 * @param tasks number of array tasks in the record; 1 for all records except unstarted arrays
 * @param tasksTruncated whether slurmrestd cut the list of task ids, so that {@code tasks} is a lower bound
 * @param reason Slurm's pending reason; {@code None} if the job is not pending
 * @param partitions partition in which the job runs, or all partitions to which the job was submitted
 * @param account account; empty without accounting
 * @param user login name; empty if slurmrestd could not resolve the name
 * @param request request of one task
 * @param shape layout of one task over nodes
 * @param allocation allocated resources; none until the job starts
 * @param nodes hostlist of the allocated nodes; empty until the job starts
 * @param gresDetail generic resources allocated on each node, in the order of {@code nodes} and in Slurm's format with
 *     the index of each GPU; empty if the exporter does not read these details
 * @param arrayJobId JobId of the job's array; 0 without an array
 * @param arrayTaskLimit maximum number of running tasks of the job's array; 0 if unlimited
 * @param hetJobId JobId of the first component of the heterogeneous job; 0 for other jobs
 * @param priority Priority; 0 if the job is held
 * @param held whether somebody must release the job; only for pending jobs
 * @param qos QOS; empty without accounting
 * @param timeLimit time limit in seconds; 0 if unlimited or unknown
 * @param submittedAt time of submission or requeue, in seconds since the epoch
 * @param eligibleAt eligible time of the job, in seconds since the epoch; 0 if the job is not eligible
 * @param startedAt time of the last start, in seconds since the epoch; 0 if the job never started
 * @param endedAt end time, in seconds since the epoch; 0 until the job ends
 * @param restarts number of requeues after a start
 * @param expectedStartAt start time expected by Slurm's scheduler, in seconds since the epoch; 0 without an estimate or
 *     if the job is not pending
 * @param name job name; empty if names are not read
 * @param dependency remaining dependencies in Slurm's format ({@code afterok:12(unfulfilled)}); empty for most jobs
 * @param exitCode exit code; {@link ExitCode#SUCCESS} until the job ends
 * @param origin whether Slurm or Kubernetes runs the job
 */
public record Job(
        long id,
        JobState base,
        JobState state,
        long tasks,
        boolean tasksTruncated,
        String reason,
        List<String> partitions,
        String account,
        String user,
        JobRequest request,
        JobShape shape,
        Tres allocation,
        String nodes,
        List<String> gresDetail,
        long arrayJobId,
        long arrayTaskLimit,
        long hetJobId,
        long priority,
        boolean held,
        String qos,
        long timeLimit,
        long submittedAt,
        long eligibleAt,
        long startedAt,
        long endedAt,
        int restarts,
        long expectedStartAt,
        String name,
        String dependency,
        ExitCode exitCode,
        JobOrigin origin) {

    /** Returns whether the job waits for its (next) start. */
    public boolean pending() {
        return base == JobState.PENDING;
    }

    /** Returns whether squeue shows the job as pending, unlike a requeued job that is still completing. */
    public boolean waiting() {
        return pending() && state != JobState.COMPLETING;
    }

    /** Returns whether the job has ended; an ended job may still be completing. */
    public boolean ended() {
        return base.end();
    }

    /**
     * Returns whether the job holds nodes because the job is running, starting or completing. A requeued job can hold
     * nodes and be pending.
     */
    public boolean holdsNodes() {
        return switch (state) {
            case COMPLETING, CONFIGURING, STAGE_OUT -> true;
            default -> base == JobState.RUNNING || base == JobState.SUSPENDED;
        };
    }
}
