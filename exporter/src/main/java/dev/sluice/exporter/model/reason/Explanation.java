package dev.sluice.exporter.model.reason;

import java.util.Map;

/**
 * Why jobs are pending, in plain words: for each class of reasons, and for the reasons that need more words than their
 * class has.
 *
 * @param meaning what it means
 * @param todo what makes such a job start, or what its user or an administrator can do
 */
public record Explanation(String meaning, String todo) {

    private static final Map<String, Explanation> SPECIAL = Map.ofEntries(
            entry(
                    "None",
                    "slurmctld has not come to look at it yet.",
                    "Nothing: it is new. Where that stays, the scheduler is behind; sdiag says how far."),
            entry(
                    "Resources",
                    "It is among the first in line, and what it asks for is in use.",
                    "It starts when enough is free. Asking for less, or for less time, can bring that forward."),
            entry(
                    "DependencyNeverSatisfied",
                    "The job that it depends on ended in another way than it asks for, so it will never start.",
                    "Cancel it, or change its dependency: scontrol update JobId=ID Dependency=."),
            entry("JobHeldUser", "Its user holds it.", "Its user can let it go: scontrol release ID."),
            entry(
                    "JobHeldAdmin",
                    "An administrator, or slurmctld after a failure, holds it.",
                    "An administrator must let it go: scontrol release ID."),
            entry(
                    "JobArrayTaskLimit",
                    "Its array allows no more tasks to run at once (the % in --array).",
                    "A task starts when one that runs has ended. Its user can raise the limit:"
                            + " scontrol update JobId=ID ArrayTaskThrottle=N."),
            entry(
                    "ReqNodeNotAvail",
                    "Nodes that it asks for by name, or that alone could take it, are down, drained or reserved.",
                    "Look at these nodes, drop --nodelist, or shorten the job so that it ends before a reservation."),
            entry(
                    "PartitionDown",
                    "Its partition starts no jobs at present.",
                    "An administrator must set the partition up again, or the job goes to another."),
            entry(
                    "PartitionInactive",
                    "Its partition is closed.",
                    "An administrator must set the partition up again, or the job goes to another."),
            entry(
                    "PartitionTimeLimit",
                    "It asks for more time than its partition allows.",
                    "Ask for less: scontrol update JobId=ID TimeLimit=T."),
            entry(
                    "PartitionNodeLimit",
                    "It asks for more nodes than its partition has, or allows, now.",
                    "Ask for fewer nodes. Where the partition grows on demand, it starts once the nodes are there."),
            entry(
                    "PartitionConfig",
                    "Its partition does not have what it asks for now.",
                    "Where the partition grows on demand, it starts once the nodes are there. Else change the job."),
            entry(
                    "BadConstraints",
                    "No node has the features or resources that it asks for, and slurmctld has set its priority to 0.",
                    "Correct what it asks for and release it, or submit it again."),
            entry("QOSNotAllowed", "Its partition does not admit jobs of its QOS.", "Choose another QOS or partition."),
            entry(
                    "MpiPortsBusy",
                    "No reserved ports for MPI are free on its nodes.",
                    "It starts when other jobs with MPI ports have ended."));

    private static final Explanation OF_ACCOUNT = new Explanation(
            "Its account, or its user within it, is at a limit.",
            "It starts when other jobs of the account have ended. The limit itself:"
                    + " sacctmgr show assoc where account=ACCOUNT.");

    private static final Explanation OF_QOS = new Explanation(
            "Its QOS, or its user or account within it, is at a limit.",
            "It starts when other jobs of the QOS have ended. The limit itself: sacctmgr show qos.");

    /** Explains a reason: in its own words, where it has some, else in those of its class. */
    static Explanation of(ReasonClass reasonClass, String name) {
        Explanation special = SPECIAL.get(name);
        if (special != null) {
            return special;
        }
        if (reasonClass == ReasonClass.LIMIT && name.startsWith("Assoc")) {
            return OF_ACCOUNT;
        }
        return reasonClass == ReasonClass.LIMIT && name.startsWith("QOS") ? OF_QOS : of(reasonClass);
    }

    /** A few words for a class of reasons. */
    public static String title(ReasonClass reasonClass) {
        return switch (reasonClass) {
            case RESOURCES -> "What they need is in use";
            case PRIORITY -> "Others are before them";
            case LIMIT -> "At a limit";
            case DEPENDENCY -> "After another job";
            case HELD -> "Held";
            case BEGIN_TIME -> "Begin later";
            case LICENSE -> "Licences are taken";
            case RESERVATION -> "Reservation is not open";
            case UNAVAILABLE -> "Nodes are out of service";
            case IMPOSSIBLE -> "Cannot run as asked";
            case OTHER -> "Something else";
        };
    }

    /** What a class of reasons means. */
    public static Explanation of(ReasonClass reasonClass) {
        return switch (reasonClass) {
            case RESOURCES ->
                new Explanation(
                        "They are among the first in line, and not enough is free.",
                        "They start when enough is free. More nodes would help.");
            case PRIORITY ->
                new Explanation(
                        "Jobs with a higher priority are ahead in their partitions.",
                        "They start when their turn comes, or earlier where they fit beside the others (backfill).");
            case LIMIT ->
                new Explanation(
                        "A limit of an account, a QOS, the cluster or their own array allows no more now.",
                        "They start when others under the same limit have ended. More nodes do not help.");
            case DEPENDENCY ->
                new Explanation(
                        "They wait for another job to end.",
                        "Look at that job. One that can never be satisfied has to be cancelled or changed.");
            case HELD ->
                new Explanation(
                        "A person, or slurmctld after a failure, holds them.",
                        "Somebody must let them go: scontrol release ID.");
            case BEGIN_TIME ->
                new Explanation("They are not to start before a time to come.", "Nothing: they begin then.");
            case LICENSE ->
                new Explanation(
                        "The licences that they need are taken.",
                        "They start when licences are given back. More nodes do not help.");
            case RESERVATION ->
                new Explanation(
                        "Their reservation has not begun, or is gone.",
                        "Wait until it begins (scontrol show reservation); where it is gone, change or cancel the jobs.");
            case UNAVAILABLE ->
                new Explanation(
                        "Nodes or a partition that they need are down, drained or kept for others.",
                        "Bring the nodes back (sinfo -R says why they are out), or let the jobs go elsewhere.");
            case IMPOSSIBLE ->
                new Explanation(
                        "The cluster as it is set up cannot run them.",
                        "The job, its partition, its account or its QOS has to change; some wait for a partition that"
                                + " is still to grow nodes.");
            case OTHER ->
                new Explanation(
                        "They are on their way in or out of a start, or wait for something rare.",
                        "Look at what scontrol show job ID says.");
        };
    }

    private static Map.Entry<String, Explanation> entry(String reason, String meaning, String todo) {
        return Map.entry(reason, new Explanation(meaning, todo));
    }
}
