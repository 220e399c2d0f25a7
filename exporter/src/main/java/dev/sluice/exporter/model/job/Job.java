package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.Tres;
import java.util.List;

/**
 * One job record of slurmctld: a job, a component of a heterogeneous job, a started task of an array, or all tasks of
 * an array that have not started.
 *
 * @param id JobId
 * @param base base state: one of the states for which {@link JobState#base()} holds
 * @param state the state that squeue shows
 * @param tasks how many array tasks the record stands for; 1 for everything but unstarted arrays
 * @param tasksTruncated whether slurmrestd cut the list of task ids, so that {@code tasks} is a lower bound
 * @param reason why the job waits, as Slurm names it; {@code None} where it does not
 * @param partitions where it runs, or every partition that it was submitted to
 * @param account empty where the cluster has no accounting
 * @param user login name; empty where slurmrestd could not resolve it
 * @param request what one task asks for
 * @param shape how one task may be laid out over nodes
 * @param allocation what the job holds; nothing until it starts
 * @param nodes the nodes that it holds, a hostlist; empty until it starts
 * @param gresDetail the generic resources that it holds on each node, in the order of {@code nodes} and as Slurm writes
 *     them, with the index of each GPU; empty where they are not asked for
 * @param arrayJobId JobId of its array; 0 where it is of none
 * @param arrayTaskLimit how many tasks of its array may run at once; 0 where any number
 * @param hetJobId JobId of the first component of its heterogeneous job; 0 where it is of none
 * @param priority Priority; 0 of a job that is held
 * @param held whether it waits for a person to release it; never set on a job that does not wait
 * @param qos QOS; empty where the cluster has no accounting
 * @param timeLimit seconds for which it may run; 0 where it has no limit, or none is known
 * @param submittedAt when it was submitted or requeued, seconds since the epoch
 * @param eligibleAt since when it could start, seconds since the epoch; 0 where it is not eligible
 * @param startedAt when it started last, seconds since the epoch; 0 until it does, and of a job that ended without
 * @param endedAt when it ended, seconds since the epoch; 0 until it does
 * @param restarts how often it was requeued after a start
 * @param expectedStartAt when Slurm's own scheduler expects it to start, seconds since the epoch; 0 where it has no
 *     estimate, and of a job that does not wait
 * @param name the name that its user gave it; empty where names are not read
 * @param dependency the dependencies that are left, as Slurm writes them ({@code afterok:12(unfulfilled)}); mostly empty
 * @param exitCode how it ended; {@link ExitCode#SUCCESS} until it does
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
        ExitCode exitCode) {

    /** Whether the job still waits for its (next) start. */
    public boolean pending() {
        return base == JobState.PENDING;
    }

    /** Whether it waits and squeue shows it as waiting: not of a requeued job that still completes. */
    public boolean waiting() {
        return pending() && state != JobState.COMPLETING;
    }

    /** Whether it has ended; it may still be completing. */
    public boolean ended() {
        return base.end();
    }

    /** Whether it has nodes: it runs, is about to or has not quite ended. A requeued job can also be pending. */
    public boolean holdsNodes() {
        return switch (state) {
            case COMPLETING, CONFIGURING, STAGE_OUT -> true;
            default -> base == JobState.RUNNING || base == JobState.SUSPENDED;
        };
    }
}
