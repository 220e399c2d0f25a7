package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.job.PendingReason.Explanation;
import dev.sluice.exporter.model.job.PendingReason.ScalingRule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The reasons of Slurm 23.11 to 26.11 (slurmctld's job_state_reason table). The names of the 170 limits are not listed:
 * they begin with a prefix.
 */
final class ReasonTable {

    private static final List<ReasonGroup> GROUPS = List.of(
            group(ReasonClass.RESOURCES, ScalingRule.ELIGIBLE, """
                    Resources
                      slurmctld tried to start the job, and the requested resources are in use.
                      Wait for running jobs to end. A smaller request or a shorter time limit can start earlier.
                    """),
            group(ReasonClass.RESOURCES, ScalingRule.WAITING, """
                    BurstBufferResources NvidiaImexChannels PowerNotAvail PowerReserved
                    MpiPortsBusy
                      No reserved MPI ports are free on the nodes.
                      Wait for other jobs with MPI ports to end.
                    """),
            group(ReasonClass.PRIORITY, ScalingRule.ELIGIBLE, """
                    None
                      slurmctld has not considered the job yet.
                      Wait. If the reason stays, the scheduler is behind: sdiag shows its cycles.
                    Priority
                    """),
            group(ReasonClass.LIMIT, ScalingRule.WAITING, """
                    JobArrayTaskLimit
                      The array runs its maximum of tasks at once (the % in --array).
                      Wait for a running task to end, or raise the limit: scontrol update JobId=ID ArrayTaskThrottle=N.
                    AccountingPolicy
                    """),
            group(ReasonClass.DEPENDENCY, ScalingRule.WAITING, """
                    Dependency
                    DependencyNeverSatisfied
                      The other job ended without satisfying the dependency, so this job never starts.
                      Cancel the job, or remove the dependency: scontrol update JobId=ID Dependency=.
                    """),
            // Slurm's own reasons of held jobs, and, from its words on the job, the causes that share a reason.
            heldByUser("""
                    JobHeldUser
                      The user holds the job.
                      Release the job as its user: scontrol release ID.
                    RequeuedHeld
                      The job was requeued and held (scontrol requeuehold, or an exit code in RequeueExitHold).
                      Find the cause in the job's output, and release the job: scontrol release ID.
                    SpecialExit
                      The job was requeued in the special exit state, and is held.
                      Find the cause in the job's output, and release the job: scontrol release ID.
                    LaunchFailed
                      The prolog or the launch failed on a node. slurmctld requeued the job and holds it.
                      Ask an administrator to find the node in slurmctld's log, then release the job: scontrol release \
                      ID.
                    EnvironmentFailed
                      The node could not load the user's environment. slurmctld requeued the job and holds it.
                      Check the home directory and the login scripts, and release the job: scontrol release ID.
                    """),
            group(ReasonClass.HELD, ScalingRule.WAITING, """
                    CredentialFailure
                      slurmctld could not create the credential of the job, and holds the job.
                      Ask an administrator to find the cause in slurmctld's log, and to release the job: scontrol release \
                      ID.
                    JobHeldAdmin
                      An administrator holds the job, or slurmctld holds it after a failure.
                      Ask an administrator to release the job (scontrol release ID); its user cannot.
                    JobHoldMaxRequeue
                      The job was requeued too often after failed launches, and slurmctld holds it.
                      Ask an administrator to find the failing node, and to release the job: scontrol release ID.
                    BurstBufferOperation
                      An operation of the burst buffer failed, and slurmctld holds the job.
                      Ask an administrator to check the burst buffer, and to release the job: scontrol release ID.
                    """),
            group(ReasonClass.BEGIN_TIME, ScalingRule.BEGIN_TIME, "BeginTime"),
            group(ReasonClass.LICENSE, ScalingRule.WAITING, "Licenses"),
            group(ReasonClass.RESERVATION, ScalingRule.WAITING, """
                    Reservation ReservationInvalid
                    ReservationDeleted
                      The reservation was deleted.
                      Choose another reservation, or none: scontrol update JobId=ID ReservationName=.
                    """),
            group(ReasonClass.UNAVAILABLE, ScalingRule.CONDITIONAL, """
                    NodeDown
                      A node that the job requests is down.
                      Drop --nodelist, or ask an administrator to return the node to service (sinfo -R).
                    ReqNodeNotAvail
                      The only suitable nodes are down, drained or reserved.
                      Check the nodes (sinfo -R), drop --nodelist, or shorten the time limit to end before a reservation.
                    """),
            group(ReasonClass.UNAVAILABLE, ScalingRule.PARTITION_CLOSED, """
                    PartitionDown
                      The partition is down and starts no jobs.
                      Ask an administrator to set the partition up, or submit to another partition.
                    PartitionInactive
                      The partition is inactive: it starts no jobs and accepts no new ones.
                      Ask an administrator to set the partition up, or submit to another partition.
                    """),
            group(ReasonClass.UNAVAILABLE, ScalingRule.WAITING, "FrontEndDown"),
            // No node has the --extra texts now. slurmctld does not hold the job, because an administrator can set the
            // texts on a node. More nodes do not help.
            group(ReasonClass.UNAVAILABLE, ScalingRule.WAITING, """
                    Constraints
                      No node meets the --extra constraints now.
                      Change --extra, or ask an administrator: scontrol update NodeName=NODE Extra=TEXT.
                    """),
            // slurmctld also gives these two reasons for a partition without nodes.
            group(ReasonClass.IMPOSSIBLE, ScalingRule.CONDITIONAL, """
                    PartitionConfig
                      The partition does not have the requested resources now.
                      Change the request. In an elastic partition, wait for new nodes.
                    PartitionNodeLimit
                      The request exceeds the nodes or the limits of the partition.
                      Request fewer nodes. In an elastic partition, wait for new nodes.
                    """),
            group(ReasonClass.IMPOSSIBLE, ScalingRule.IMPOSSIBLE, """
                    BadConstraints
                      No node has the requested features or resources, and slurmctld holds the job.
                      Correct the request and release the job, or submit it again.
                    """),
            group(ReasonClass.IMPOSSIBLE, ScalingRule.PARTITION_LIMIT, """
                    MaxMemPerLimit
                      The requested memory exceeds MaxMemPerCPU or MaxMemPerNode of the partition.
                      Request less memory, or choose another partition.
                    PartitionTimeLimit
                      The time limit exceeds the limit of the partition.
                      Lower the time limit: scontrol update JobId=ID TimeLimit=T.
                    """),
            // The nodes are suitable, but the job or the administrator's settings must change.
            group(ReasonClass.IMPOSSIBLE, ScalingRule.WAITING, """
                    AccountNotAllowed
                      The partition does not admit jobs of this account.
                      Choose another account or partition.
                    InvalidAccount
                      The account does not exist, or the user is not in it.
                      Choose another account: scontrol update JobId=ID Account=NAME.
                    InvalidQOS
                      The QOS does not exist, or the account may not use it.
                      Choose another QOS: scontrol update JobId=ID QOS=NAME.
                    QOSNotAllowed
                      The partition does not admit jobs of this QOS.
                      Choose another QOS or partition.
                    """),
            group(ReasonClass.OTHER, ScalingRule.WAITING, """
                    BurstBufferStageIn Cleaning DeadLine FedJobLock InactiveLimit JobLaunchFailure NonZeroExitCode \
                    OutOfMemory Prolog RaisedSignal SchedDefer SystemFailure TimeLimit
                    """),
            group(ReasonClass.OTHER, ScalingRule.UNCLASSIFIED, "InvalidReason"));

    /** The limits by the settings of sacctmgr; the first pattern that the name of a limit matches applies. */
    private static final List<LimitSetting> SETTINGS = entries("""
            .*RunMin.*
              GrpTRESRunMins, MaxTRESRunMinsPerUser, MaxTRESRunMinsPerAccount: the resources of the running jobs, \
              multiplied by their remaining time limits, are at the limit.
              Wait for running jobs to end, or set shorter time limits.
            .*MinutesPerJob.*
              MaxTRESMinsPerJob: the job's resources, multiplied by its time limit, exceed the limit.
              Request fewer resources or a shorter time limit.
            .*(?:Minutes|MemMinutes|GrpWall).*
              GrpTRESMins, GrpWall: the resources or the time used so far are at the limit.
              Wait until the use decays or is reset, or ask an administrator for a higher limit.
            .*WallDuration.*
              MaxWall: the job's time limit exceeds the limit.
              Lower the time limit: scontrol update JobId=ID TimeLimit=T.
            .*Submit.*
              GrpSubmitJobs, MaxSubmitJobs: too many jobs are pending or running.
              Wait for jobs to end, or cancel some.
            .*Per(?:Job|Node)(?:Limit)?
              MaxTRESPerJob, MaxTRESPerNode: the job alone requests more than the limit.
              Request less, or choose another QOS or account. Waiting does not help.
            .*Jobs?(?:PerUser)?Limit|MaxJobsPerAccount
              GrpJobs, MaxJobs: too many jobs are running.
              Wait for running jobs to end.
            .*PerUser(?:Limit)?
              MaxTRESPerUser: the user's running jobs use what the QOS allows each user.
              Wait for the user's running jobs to end.
            .*PerAccount
              MaxTRESPerAccount: the account's running jobs use what the QOS allows each account.
              Wait for running jobs of the account to end.
            (?:Assoc|QOS)Grp.*
              GrpTRES: all running jobs of the account or the QOS together use what the limit allows.
              Wait for running jobs of the account or the QOS to end.
            QOSMin.*
              MinTRESPerJob: the job requests less than the QOS demands.
              Request more, or choose another QOS. Waiting does not help.
            Assoc.*
              The account, or the user within the account, is at a limit.
              Wait for other jobs of the account to end.
            QOS.*
              The QOS, or the user or account within the QOS, is at a limit.
              Wait for other jobs of the QOS to end.
            """)
            .map(lines -> new LimitSetting(Pattern.compile(lines[0]), lines[1], lines[2]))
            .toList();

    /** Each Slurm release adds limits; all names begin with one of these prefixes. The value shows the limit. */
    private static final Map<String, String> LIMIT_PREFIXES = Map.of(
            "Assoc",
            " Show the limit: sacctmgr show assoc where account=ACCOUNT.",
            "QOS",
            " Show the limit: sacctmgr show qos QOSNAME.",
            "Max",
            "",
            "BurstBuffer",
            "");

    private static final PendingReason UNKNOWN =
            new PendingReason(ReasonClass.OTHER, ScalingRule.UNCLASSIFIED, ReasonClass.OTHER::explanation, false);

    /**
     * Reasons with the same classification.
     *
     * @param reasons names of reasons, each line with the two indented lines that explain them; without these lines,
     *     the explanation of the class applies
     */
    private record ReasonGroup(ReasonClass reasonClass, ScalingRule rule, boolean userReleases, String reasons) {}

    private record LimitSetting(Pattern names, String meaning, String todo) {}

    private ReasonTable() {}

    static Map<String, PendingReason> byName() {
        Map<String, PendingReason> byName = new HashMap<>();
        for (ReasonGroup group : GROUPS) {
            entries(group.reasons()).forEach(lines -> {
                Explanation words =
                        lines.length == 1 ? group.reasonClass().explanation() : new Explanation(lines[1], lines[2]);
                PendingReason reason =
                        new PendingReason(group.reasonClass(), group.rule(), () -> words, group.userReleases());
                for (String name : lines[0].split(" ", -1)) {
                    if (byName.put(name, reason) != null) {
                        throw new IllegalStateException(name + " stands twice in the table of reasons");
                    }
                }
            });
        }
        return Map.copyOf(byName);
    }

    /**
     * Returns a reason that the table does not name: a limit if the prefix of the name shows a limit; otherwise, an
     * unknown reason.
     */
    static PendingReason unnamed(String name) {
        return LIMIT_PREFIXES.entrySet().stream()
                .filter(prefix -> name.startsWith(prefix.getKey()))
                .findFirst()
                .map(prefix -> new PendingReason(
                        ReasonClass.LIMIT, ScalingRule.WAITING, () -> limit(name, prefix.getValue()), false))
                .orElse(UNKNOWN);
    }

    private static Explanation limit(String name, String showing) {
        return SETTINGS.stream()
                .filter(limit -> limit.names().matcher(name).matches())
                .findFirst()
                .map(limit -> new Explanation(limit.meaning(), limit.todo() + showing))
                .orElse(ReasonClass.LIMIT.explanation());
    }

    /** Returns the lines of each entry: a line, and the indented lines that follow. */
    private static Stream<String[]> entries(String text) {
        String joined = text.strip().replaceAll("(?<=\\S) +", " "); // without the indents after a \\
        return Stream.of(joined.split("\n(?! )", -1)).map(entry -> entry.split("\n +", -1));
    }

    private static ReasonGroup group(ReasonClass reasonClass, ScalingRule rule, String reasons) {
        return new ReasonGroup(reasonClass, rule, false, reasons);
    }

    private static ReasonGroup heldByUser(String reasons) {
        return new ReasonGroup(ReasonClass.HELD, ScalingRule.WAITING, true, reasons);
    }
}
