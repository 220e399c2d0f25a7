package dev.sluice.exporter.model.job;

/**
 * What a job is doing. Many jobs have equal statuses, so they share one object.
 *
 * @param base base state: a state for which {@link JobState#base()} is true
 * @param state state that squeue shows
 * @param reason Slurm's pending reason; {@code None} if the job is not pending
 * @param words Slurm's own text on the pending job, if the text says more than the reason; usually empty
 * @param held whether somebody must release the job; only for pending jobs
 * @param refused whether the job exceeds a limit, so that the job can never start as requested
 * @param restarts number of requeues after a start
 * @param exitCode exit code and signal as {@code sacct} shows them, such as {@code 1:0}; {@link #SUCCESS} until the job
 *     ends
 */
public record JobStatus(
        JobState base,
        JobState state,
        String reason,
        String words,
        boolean held,
        boolean refused,
        int restarts,
        String exitCode) {

    /** The exit code of a job without failure. */
    public static final String SUCCESS = "0:0";

    /** Returns the class of the pending reason. */
    public ReasonClass reasonClass() {
        return refused ? ReasonClass.IMPOSSIBLE : PendingReason.of(reason).reasonClass();
    }

    /** Returns this status with another reason. */
    public JobStatus withReason(String other) {
        return new JobStatus(base, state, other, words, held, refused, restarts, exitCode);
    }

    JobStatus refusedByLimit() {
        return new JobStatus(base, state, reason, words, held, true, restarts, exitCode);
    }
}
