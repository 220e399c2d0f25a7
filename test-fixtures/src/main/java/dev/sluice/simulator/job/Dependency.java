package dev.sluice.simulator.job;

/** A job that must end before another may start. */
public record Dependency(Kind kind, int jobId) {

    /** Whether the end must be a success. */
    public enum Kind {
        AFTER_ANY("afterany"),
        AFTER_OK("afterok");

        private final String option;

        Kind(String option) {
            this.option = option;
        }
    }

    public static Dependency afterOk(int jobId) {
        return new Dependency(Kind.AFTER_OK, jobId);
    }

    public static Dependency afterAny(int jobId) {
        return new Dependency(Kind.AFTER_ANY, jobId);
    }

    public String text(boolean failed) {
        return kind.option + ":" + jobId + (failed ? "(failed)" : "(unfulfilled)");
    }
}
