package dev.sluice.exporter.model.reason;

import java.util.Locale;

/** The classes of pending reasons that people tell apart: the values of the label {@code reason_class}. */
public enum ReasonClass {
    RESOURCES(
            "What they need is in use",
            "They are among the first in line, and not enough is free.",
            "They start when enough is free. More nodes would help."),
    PRIORITY(
            "Others are before them",
            "Jobs with a higher priority are ahead in their partitions.",
            "They start when their turn comes, or earlier where they fit beside the others (backfill)."),
    LIMIT(
            "At a limit",
            "A limit of an account, a QOS, the cluster or their own array allows no more now.",
            "They start when others under the same limit have ended. More nodes do not help."),
    DEPENDENCY(
            "After another job",
            "They wait for another job to end.",
            "Look at that job. One that can never be satisfied has to be cancelled or changed."),
    HELD(
            "Held",
            "A person, or slurmctld after a failure, holds them.",
            "Somebody must let them go: scontrol release ID."),
    BEGIN_TIME("Begin later", "They are not to start before a time to come.", "Nothing: they begin then."),
    LICENSE(
            "Licences are taken",
            "The licences that they need are taken.",
            "They start when licences are given back. More nodes do not help."),
    RESERVATION(
            "Reservation is not open",
            "Their reservation has not begun, or is gone.",
            "Wait until it begins (scontrol show reservation); where it is gone, change or cancel the jobs."),
    UNAVAILABLE(
            "Nodes are out of service",
            "Nodes or a partition that they need are down, drained or kept for others.",
            "Bring the nodes back (sinfo -R says why they are out), or let the jobs go elsewhere."),
    /** Not with today's configuration. An empty partition that can still grow gives such reasons too. */
    IMPOSSIBLE(
            "Cannot run as asked",
            "The cluster as it is set up cannot run them.",
            "The job, its partition, its account or its QOS has to change; some wait for a partition that is still to"
                    + " grow nodes."),
    /** The job is being started or cleaned up, or has ended; also every reason that this release does not know. */
    OTHER(
            "Something else",
            "They are on their way in or out of a start, or wait for something rare.",
            "Look at what scontrol show job ID says.");

    private final String label = name().toLowerCase(Locale.ROOT);
    private final String title;
    private final String meaning;
    private final String todo;

    ReasonClass(String title, String meaning, String todo) {
        this.title = title;
        this.meaning = meaning;
        this.todo = todo;
    }

    /** The label value under which the class is published. */
    public String label() {
        return label;
    }

    /** A few words for people. */
    public String title() {
        return title;
    }

    /** What jobs of this class wait for, and what can be done. */
    public Explanation explanation() {
        return new Explanation(meaning, todo);
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
