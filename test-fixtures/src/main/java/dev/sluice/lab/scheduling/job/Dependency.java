package dev.sluice.lab.scheduling.job;

/**
 * A job that must end before another job may start.
 *
 * @param ok true if the job must also succeed
 */
public record Dependency(boolean ok, int jobId) {

    public static Dependency afterOk(int jobId) {
        return new Dependency(true, jobId);
    }

    public static Dependency afterAny(int jobId) {
        return new Dependency(false, jobId);
    }
}
