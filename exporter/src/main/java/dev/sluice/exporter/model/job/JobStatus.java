package dev.sluice.exporter.model.job;

/**
 * What a job is doing. Many jobs have equal statuses, so they share one object.
 *
 * @param base base state: a state for which {@link JobState#base()} is true
 * @param state state that squeue shows
 * @param reason Slurm's pending reason; {@code None} if the job is not pending
 * @param held whether somebody must release the job; only for pending jobs
 * @param restarts number of requeues after a start
 * @param exitCode exit code; {@link ExitCode#SUCCESS} until the job ends
 */
public record JobStatus(JobState base, JobState state, String reason, boolean held, int restarts, ExitCode exitCode) {}
