package dev.sluice.exporter.model.job;

/**
 * The array tasks in a job record.
 *
 * @param jobId JobId of the array; 0 without an array
 * @param tasks number of tasks in the record; 1 for all records except unstarted arrays
 * @param truncated whether slurmrestd cut the list of task ids, so that {@code tasks} is a lower bound
 * @param taskLimit maximum number of running tasks of the array; 0 if unlimited
 */
public record JobArray(long jobId, long tasks, boolean truncated, long taskLimit) {

    /** A job without an array. */
    private static final JobArray NONE = new JobArray(0, 1, false, 0);

    /** Returns the tasks of a record. Jobs without an array share one object. */
    public static JobArray of(long jobId, long tasks, boolean truncated, long taskLimit) {
        return jobId == 0 && tasks == 1 && !truncated && taskLimit == 0
                ? NONE
                : new JobArray(jobId, tasks, truncated, taskLimit);
    }
}
