package dev.sluice.exporter.derive.life;

import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.reason.PendingReason;
import java.util.Locale;

/** What a job waits for, in the few kinds that tell a cluster that is too small from a rule that holds jobs back. */
public enum WaitCause {
    /** It could start, if what it asks for were free and nobody were before it. */
    RESOURCES(0),
    /** Somebody holds it. */
    HELD(1),
    /** Another job must end first. */
    DEPENDENCY(2),
    /** Its begin time is to come. */
    BEGIN_TIME(3),
    /** A limit of an association, a QOS, the cluster or its own array. */
    LIMIT(4),
    /**
     * Anything else: licences, reservations, nodes or partitions out of use, requests that cannot be met, and time
     * before it was eligible of which no observation tells why.
     */
    OTHER(5);

    /** How many there are. */
    static final int COUNT = 6;

    private final int place;
    private final String label = name().toLowerCase(Locale.ROOT);

    WaitCause(int place) {
        this.place = place;
    }

    /** Its place in an array of {@link #COUNT}. */
    int place() {
        return place;
    }

    /** The label value under which it is published. */
    public String label() {
        return label;
    }

    /** What a pending job waits for at this moment. */
    static WaitCause of(Job job) {
        if (job.held()) {
            return HELD;
        }
        return switch (PendingReason.of(job.reason()).reasonClass()) {
            case RESOURCES, PRIORITY -> RESOURCES;
            case HELD -> HELD;
            case DEPENDENCY -> DEPENDENCY;
            case BEGIN_TIME -> BEGIN_TIME;
            case LIMIT -> LIMIT;
            case LICENSE, RESERVATION, UNAVAILABLE, IMPOSSIBLE, OTHER -> OTHER;
        };
    }

    /** Whether Slurm gives no eligible time, or one to come, to a job that waits for this. */
    boolean ineligible() {
        return this == HELD || this == DEPENDENCY || this == BEGIN_TIME;
    }
}
