package dev.sluice.lab.scheduling.job;

/** A job that must end before another job may start. */
public record Dependency(Kind kind, int jobId) {

    /** The required end: any end, or success. */
    public enum Kind {
        AFTER_ANY,
        AFTER_OK
    }

    public static Dependency afterOk(int jobId) {
        return new Dependency(Kind.AFTER_OK, jobId);
    }

    public static Dependency afterAny(int jobId) {
        return new Dependency(Kind.AFTER_ANY, jobId);
    }
}
