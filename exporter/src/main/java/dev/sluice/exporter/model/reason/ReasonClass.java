package dev.sluice.exporter.model.reason;

import java.util.Locale;

/** The classes of pending reasons that people tell apart: the values of the label {@code reason_class}. */
public enum ReasonClass {
    /** The requested resources are in use; the job starts when enough of them are free. */
    RESOURCES,
    /** Jobs of a higher priority are ahead. */
    PRIORITY,
    /** A limit of an association, a QOS, the cluster or the job's own array. */
    LIMIT,
    /** Another job has not ended yet, or ended in a way that rules this one out. */
    DEPENDENCY,
    /** A user, an administrator or slurmctld after a failure holds the job. */
    HELD,
    /** The begin time is in the future. */
    BEGIN_TIME,
    /** The licences are in use. */
    LICENSE,
    /** The reservation has not started, or is gone. */
    RESERVATION,
    /** Nodes or a partition that the job could run on are down, drained or reserved for others. */
    UNAVAILABLE,
    /**
     * Not with today's configuration: the job, its partition, its account or its QOS has to change. An empty partition
     * that can still grow gives such reasons too.
     */
    IMPOSSIBLE,
    /** The job is being started or cleaned up, or has ended; also every reason that this release does not know. */
    OTHER;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** The label value under which the class is published. */
    public String label() {
        return label;
    }

    /**
     * Whether slurmctld plans a start of a job that waits for such a reason. The start time that it leaves with the
     * others, held jobs and jobs at a limit among them, is of an earlier plan.
     */
    public boolean planned() {
        return switch (this) {
            case RESOURCES, PRIORITY, BEGIN_TIME, LICENSE, RESERVATION, UNAVAILABLE, OTHER -> true;
            case LIMIT, DEPENDENCY, HELD, IMPOSSIBLE -> false;
        };
    }
}
