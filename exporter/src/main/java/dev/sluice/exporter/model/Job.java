package dev.sluice.exporter.model;

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
 * @param allocation what the job holds; nothing until it starts
 * @param eligibleAt since when it could start, seconds since the epoch; 0 where it is not eligible
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
        Tres allocation,
        long eligibleAt) {

    /** Whether the job still waits for its (next) start. */
    public boolean pending() {
        return base == JobState.PENDING;
    }
}
