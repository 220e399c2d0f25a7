package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.Labeled;
import dev.sluice.exporter.model.job.PendingReason.Explanation;

/** The classes of pending reasons: the values of the label {@code reason_class}. */
public enum ReasonClass implements Labeled {
    RESOURCES(
            "Waiting for resources",
            "The requested nodes, CPUs, memory or GPUs are in use.",
            "Wait for running jobs to end. More nodes help."),
    PRIORITY(
            "Higher-priority jobs are ahead",
            "Jobs with a higher priority are ahead in the partition.",
            "Wait. Backfill can start a short job earlier."),
    LIMIT(
            "At a limit",
            "A limit of the account, the QOS, the cluster or the array is reached.",
            "Wait for other jobs under the same limit to end."),
    DEPENDENCY(
            "Waiting for another job",
            "The dependency is not satisfied.",
            "Wait for the other job. scontrol show job ID shows the dependency."),
    HELD(
            "Held",
            "A user, an administrator or slurmctld holds the job.",
            "The job's page shows the cause, and who can release the job."),
    BEGIN_TIME(
            "Begin time in the future",
            "The begin time is in the future.",
            "Wait, or start now: scontrol update JobId=ID StartTime=now."),
    LICENSE("Waiting for licenses", "The requested licenses are in use.", "Wait for other jobs to return licenses."),
    RESERVATION(
            "Reservation not active",
            "The reservation is not active, or was deleted.",
            "Wait for the start of the reservation (scontrol show reservation), or change the job."),
    UNAVAILABLE(
            "Nodes or partition unavailable",
            "The requested nodes or the partition are down, drained or reserved.",
            "Submit to another partition, or ask an administrator to return the nodes to service (sinfo -R)."),
    /**
     * The job cannot run with the current configuration. Slurm also gives such reasons for an empty partition that can
     * still grow.
     */
    IMPOSSIBLE(
            "Cannot run as requested",
            "The cluster cannot run the job with its present configuration.",
            "Change the request, the partition, the account or the QOS. An elastic partition can still add nodes."),
    /** The job is starting, is cleaning up or has ended. Also contains every reason that this release does not know. */
    OTHER(
            "Other reasons",
            "The job is between two states, or its reason is rare.",
            "Read the reason: scontrol show job ID.");

    private final String title;
    private final String meaning;
    private final String todo;

    ReasonClass(String title, String meaning, String todo) {
        this.title = title;
        this.meaning = meaning;
        this.todo = todo;
    }

    /** Returns a short title. */
    public String title() {
        return title;
    }

    /** Returns what jobs of this class wait for, and what can be done. */
    public Explanation explanation() {
        return new Explanation(meaning, todo);
    }

    /**
     * Returns whether slurmctld plans the start of jobs with a reason of this class. The start time of other jobs, such
     * as held jobs and jobs at a limit, is from an earlier plan.
     */
    public boolean planned() {
        return switch (this) {
            case RESOURCES, PRIORITY, BEGIN_TIME, LICENSE, RESERVATION, UNAVAILABLE, OTHER -> true;
            case LIMIT, DEPENDENCY, HELD, IMPOSSIBLE -> false;
        };
    }
}
