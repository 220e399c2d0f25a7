package dev.sluice.exporter.derive.node;

/** The runs of a user's jobs on nodes that are not suspected. */
final class Elsewhere {

    /** Failure probability if the user's newest job on other nodes failed. */
    private static final double BROKEN = 0.5;

    private final long since;
    private int fine;
    private int failures;
    private boolean failing;
    private boolean control;

    /**
     * @param since earliest start time that counts as simultaneous, in seconds since the epoch
     */
    Elsewhere(long since) {
        this.since = since;
    }

    /** Adds a run. Call in the order in which the runs ended. */
    void add(Run run) {
        if (!run.failed()) {
            fine++;
            control |= run.startedAt() >= since;
        } else if (!failing) {
            failures++;
        }
        failing = run.failed();
    }

    boolean anyFine() {
        return fine > 0;
    }

    /**
     * Returns the probability that a job begins to fail, by Jeffreys' estimate: 0.8 % after 0 failures in 64 runs.
     */
    double chance() {
        return failing ? BROKEN : (failures + 0.5) / (fine + failures + 1);
    }

    /** Returns true if a job that started on another node at the same time was fine. */
    boolean control() {
        return control;
    }
}
