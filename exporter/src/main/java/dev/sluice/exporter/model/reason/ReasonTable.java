package dev.sluice.exporter.model.reason;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Every reason of Slurm 23.11 to 26.11 (slurmctld's job_state_reason table), once. Reasons that need no words but those of
 * their class share a row.
 */
final class ReasonTable {

    private static final Explanation ACCOUNT_LIMIT = new Explanation(
            "Its account, or its user within it, is at a limit.",
            "It starts when other jobs of the account have ended. The limit itself:"
                    + " sacctmgr show assoc where account=ACCOUNT.");

    private static final Explanation QOS_LIMIT = new Explanation(
            "Its QOS, or its user or account within it, is at a limit.",
            "It starts when other jobs of the QOS have ended. The limit itself: sacctmgr show qos.");

    private static final List<Row> ROWS = List.of(
            row(
                    ReasonClass.RESOURCES,
                    ScalingRule.ELIGIBLE,
                    "Resources",
                    "It is among the first in line, and what it asks for is in use.",
                    "It starts when enough is free. Asking for less, or for less time, can bring that forward."),
            row(
                    ReasonClass.RESOURCES,
                    ScalingRule.WAITING,
                    "BurstBufferResources NvidiaImexChannels PowerNotAvail PowerReserved"),
            row(
                    ReasonClass.RESOURCES,
                    ScalingRule.WAITING,
                    "MpiPortsBusy",
                    "No reserved ports for MPI are free on its nodes.",
                    "It starts when other jobs with MPI ports have ended."),
            row(
                    ReasonClass.PRIORITY,
                    ScalingRule.ELIGIBLE,
                    "None",
                    "slurmctld has not come to look at it yet.",
                    "Nothing: it is new. Where that stays, the scheduler is behind; sdiag says how far."),
            row(ReasonClass.PRIORITY, ScalingRule.ELIGIBLE, "Priority"),
            row(
                    ReasonClass.LIMIT,
                    ScalingRule.WAITING,
                    "JobArrayTaskLimit",
                    "Its array allows no more tasks to run at once (the % in --array).",
                    "A task starts when one that runs has ended. Its user can raise the limit:"
                            + " scontrol update JobId=ID ArrayTaskThrottle=N."),
            row(ReasonClass.LIMIT, ScalingRule.WAITING, ACCOUNT_LIMIT, """
                    AssocGrpBB AssocGrpBBMinutes AssocGrpBBRunMinutes AssocGrpBilling AssocGrpBillingMinutes
                    AssocGrpBillingRunMinutes AssocGrpCPUMinutesLimit AssocGrpCPURunMinutesLimit AssocGrpCpuLimit
                    AssocGrpEnergy AssocGrpEnergyMinutes AssocGrpEnergyRunMinutes AssocGrpGRES AssocGrpGRESMinutes
                    AssocGrpGRESRunMinutes AssocGrpJobsLimit AssocGrpLicense AssocGrpLicenseMinutes
                    AssocGrpLicenseRunMinutes AssocGrpMemLimit AssocGrpMemMinutes AssocGrpMemRunMinutes
                    AssocGrpNodeLimit AssocGrpNodeMinutes AssocGrpNodeRunMinutes AssocGrpSubmitJobsLimit
                    AssocGrpUnknown AssocGrpUnknownMinutes AssocGrpUnknownRunMinutes AssocGrpWallLimit
                    AssocMaxBBMinutesPerJob AssocMaxBBPerJob AssocMaxBBPerNode AssocMaxBillingMinutesPerJob
                    AssocMaxBillingPerJob AssocMaxBillingPerNode AssocMaxCpuMinutesPerJobLimit AssocMaxCpuPerJobLimit
                    AssocMaxCpuPerNode AssocMaxEnergyMinutesPerJob AssocMaxEnergyPerJob AssocMaxEnergyPerNode
                    AssocMaxGRESMinutesPerJob AssocMaxGRESPerJob AssocMaxGRESPerNode AssocMaxJobsLimit
                    AssocMaxLicenseMinutesPerJob AssocMaxLicensePerJob AssocMaxMemMinutesPerJob AssocMaxMemPerJob
                    AssocMaxMemPerNode AssocMaxNodeMinutesPerJob AssocMaxNodePerJobLimit AssocMaxSubmitJobLimit
                    AssocMaxUnknownMinutesPerJob AssocMaxUnknownPerJob AssocMaxUnknownPerNode
                    AssocMaxWallDurationPerJobLimit AssociationJobLimit AssociationResourceLimit AssociationTimeLimit
                    """),
            row(ReasonClass.LIMIT, ScalingRule.WAITING, QOS_LIMIT, """
                    QOSGrpBB QOSGrpBBMinutes QOSGrpBBRunMinutes QOSGrpBilling QOSGrpBillingMinutes
                    QOSGrpBillingRunMinutes QOSGrpCPUMinutesLimit QOSGrpCPURunMinutesLimit QOSGrpCpuLimit QOSGrpEnergy
                    QOSGrpEnergyMinutes QOSGrpEnergyRunMinutes QOSGrpGRES QOSGrpGRESMinutes QOSGrpGRESRunMinutes
                    QOSGrpJobsLimit QOSGrpLicense QOSGrpLicenseMinutes QOSGrpLicenseRunMinutes QOSGrpMemLimit
                    QOSGrpMemoryMinutes QOSGrpMemoryRunMinutes QOSGrpNodeLimit QOSGrpNodeMinutes QOSGrpNodeRunMinutes
                    QOSGrpSubmitJobsLimit QOSGrpUnknown QOSGrpUnknownMinutes QOSGrpUnknownRunMinutes QOSGrpWallLimit
                    QOSJobLimit QOSMaxBBPerJob QOSMaxBBPerNode QOSMaxBBPerUser QOSMaxBillingMinutesPerJob
                    QOSMaxBillingPerJob QOSMaxBillingPerNode QOSMaxBillingPerUser QOSMaxCpuMinutesPerJobLimit
                    QOSMaxCpuPerJobLimit QOSMaxCpuPerNode QOSMaxCpuPerUserLimit QOSMaxEnergyMinutesPerJob
                    QOSMaxEnergyPerJob QOSMaxEnergyPerNode QOSMaxEnergyPerUser QOSMaxGRESMinutesPerJob
                    QOSMaxGRESPerJob QOSMaxGRESPerNode QOSMaxGRESPerUser QOSMaxJobsPerUserLimit
                    QOSMaxLicenseMinutesPerJob QOSMaxLicensePerJob QOSMaxLicensePerUser QOSMaxMemoryMinutesPerJob
                    QOSMaxMemoryPerJob QOSMaxMemoryPerNode QOSMaxMemoryPerUser QOSMaxNodeMinutesPerJob
                    QOSMaxNodePerJobLimit QOSMaxNodePerUserLimit QOSMaxSubmitJobPerUserLimit
                    QOSMaxUnknownMinutesPerJob QOSMaxUnknownPerJob QOSMaxUnknownPerNode QOSMaxUnknownPerUser
                    QOSMaxWallDurationPerJobLimit QOSMinBB QOSMinBilling QOSMinCpuNotSatisfied QOSMinEnergy QOSMinGRES
                    QOSMinLicense QOSMinMemory QOSMinNode QOSMinUnknown QOSResourceLimit QOSTimeLimit
                    QOSUsageThreshold
                    """),
            row(ReasonClass.LIMIT, ScalingRule.WAITING, """
                    AccountingPolicy MaxBBPerAccount MaxBBRunMinsPerAccount MaxBBRunMinsPerUser MaxBillingPerAccount
                    MaxBillingRunMinsPerAccount MaxBillingRunMinsPerUser MaxCpuPerAccount MaxCpuRunMinsPerAccount
                    MaxCpuRunMinsPerUser MaxEnergyPerAccount MaxEnergyRunMinsPerAccount MaxEnergyRunMinsPerUser
                    MaxGRESPerAccount MaxGRESRunMinsPerAccount MaxGRESRunMinsPerUser MaxJobsPerAccount
                    MaxLicensePerAccount MaxLicenseRunMinsPerAccount MaxLicenseRunMinsPerUser MaxMemoryPerAccount
                    MaxMemoryRunMinsPerAccount MaxMemoryRunMinsPerUser MaxNodePerAccount MaxNodeRunMinsPerAccount
                    MaxNodeRunMinsPerUser MaxPoweredUpNodes MaxSubmitJobsPerAccount MaxUnknownPerAccount
                    MaxUnknownRunMinsPerAccount MaxUnknownRunMinsPerUser
                    """),
            row(ReasonClass.DEPENDENCY, ScalingRule.WAITING, "Dependency"),
            row(
                    ReasonClass.DEPENDENCY,
                    ScalingRule.WAITING,
                    "DependencyNeverSatisfied",
                    "The job that it depends on ended in another way than it asks for, so it will never start.",
                    "Cancel it, or change its dependency: scontrol update JobId=ID Dependency=."),
            row(ReasonClass.HELD, ScalingRule.WAITING, "BurstBufferOperation JobHoldMaxRequeue"),
            row(
                    ReasonClass.HELD,
                    ScalingRule.WAITING,
                    "JobHeldUser",
                    "Its user holds it.",
                    "Its user can let it go: scontrol release ID."),
            row(
                    ReasonClass.HELD,
                    ScalingRule.WAITING,
                    "JobHeldAdmin",
                    "An administrator, or slurmctld after a failure, holds it.",
                    "An administrator must let it go: scontrol release ID."),
            row(ReasonClass.BEGIN_TIME, ScalingRule.BEGIN_TIME, "BeginTime"),
            row(ReasonClass.LICENSE, ScalingRule.WAITING, "Licenses"),
            row(ReasonClass.RESERVATION, ScalingRule.WAITING, "Reservation ReservationDeleted ReservationInvalid"),
            row(ReasonClass.UNAVAILABLE, ScalingRule.CONDITIONAL, "NodeDown"),
            row(
                    ReasonClass.UNAVAILABLE,
                    ScalingRule.CONDITIONAL,
                    "ReqNodeNotAvail",
                    "Nodes that it asks for by name, or that alone could take it, are down, drained or reserved.",
                    "Look at these nodes, drop --nodelist, or shorten the job so that it ends before a reservation."),
            row(
                    ReasonClass.UNAVAILABLE,
                    ScalingRule.PARTITION_CLOSED,
                    "PartitionDown",
                    "Its partition starts no jobs at present.",
                    "An administrator must set the partition up again, or the job goes to another."),
            row(
                    ReasonClass.UNAVAILABLE,
                    ScalingRule.PARTITION_CLOSED,
                    "PartitionInactive",
                    "Its partition is closed.",
                    "An administrator must set the partition up again, or the job goes to another."),
            row(ReasonClass.UNAVAILABLE, ScalingRule.WAITING, "FrontEndDown"),
            // No node has the texts of --extra now. slurmctld does not hold the job: an administrator can give them to
            // a
            // node, and no number of nodes does.
            row(
                    ReasonClass.UNAVAILABLE,
                    ScalingRule.WAITING,
                    "Constraints",
                    "No node meets its --extra constraints at present.",
                    "It starts once a node has what it asks for (scontrol update NodeName=NODE Extra=TEXT), or change it."),
            // A partition without nodes gives these two too.
            row(
                    ReasonClass.IMPOSSIBLE,
                    ScalingRule.CONDITIONAL,
                    "PartitionConfig",
                    "Its partition does not have what it asks for now.",
                    "Where the partition grows on demand, it starts once the nodes are there. Else change the job."),
            row(
                    ReasonClass.IMPOSSIBLE,
                    ScalingRule.CONDITIONAL,
                    "PartitionNodeLimit",
                    "It asks for more nodes than its partition has, or allows, now.",
                    "Ask for fewer nodes. Where the partition grows on demand, it starts once the nodes are there."),
            row(
                    ReasonClass.IMPOSSIBLE,
                    ScalingRule.IMPOSSIBLE,
                    "BadConstraints",
                    "No node has the features or resources that it asks for, and slurmctld has set its priority to 0.",
                    "Correct what it asks for and release it, or submit it again."),
            row(ReasonClass.IMPOSSIBLE, ScalingRule.PARTITION_LIMIT, "MaxMemPerLimit"),
            row(
                    ReasonClass.IMPOSSIBLE,
                    ScalingRule.PARTITION_LIMIT,
                    "PartitionTimeLimit",
                    "It asks for more time than its partition allows.",
                    "Ask for less: scontrol update JobId=ID TimeLimit=T."),
            // The nodes would do: the job or what an administrator allows has to change.
            row(ReasonClass.IMPOSSIBLE, ScalingRule.WAITING, "AccountNotAllowed InvalidAccount InvalidQOS"),
            row(
                    ReasonClass.IMPOSSIBLE,
                    ScalingRule.WAITING,
                    "QOSNotAllowed",
                    "Its partition does not admit jobs of its QOS.",
                    "Choose another QOS or partition."),
            row(ReasonClass.OTHER, ScalingRule.WAITING, """
                    BurstBufferStageIn Cleaning DeadLine FedJobLock InactiveLimit JobLaunchFailure NonZeroExitCode
                    OutOfMemory Prolog RaisedSignal SchedDefer SystemFailure TimeLimit
                    """),
            row(ReasonClass.OTHER, ScalingRule.UNCLASSIFIED, "InvalidReason"));

    /** Each Slurm release adds limits; the hundreds that have a name so far begin with one of these. */
    private static final Map<String, Explanation> LIMIT_PREFIXES = Map.of(
            "Assoc",
            ACCOUNT_LIMIT,
            "QOS",
            QOS_LIMIT,
            "Max",
            ReasonClass.LIMIT.explanation(),
            "BurstBuffer",
            ReasonClass.LIMIT.explanation());

    private static final PendingReason UNKNOWN =
            new PendingReason(ReasonClass.OTHER, ScalingRule.UNCLASSIFIED, ReasonClass.OTHER.explanation());

    /** Names of reasons, separated by white space, and what is known of them. */
    private record Row(String names, PendingReason reason) {}

    private ReasonTable() {}

    static Map<String, PendingReason> byName() {
        Map<String, PendingReason> byName = new HashMap<>();
        for (Row row : ROWS) {
            for (String name : row.names().strip().split("\\s+", -1)) {
                if (byName.put(name, row.reason()) != null) {
                    throw new IllegalStateException(name + " stands twice in the table of reasons");
                }
            }
        }
        return Map.copyOf(byName);
    }

    /** A reason that no row names: a limit where its beginning shows that, else unknown. */
    static PendingReason unnamed(String name) {
        return LIMIT_PREFIXES.entrySet().stream()
                .filter(prefix -> name.startsWith(prefix.getKey()))
                .findFirst()
                .map(prefix -> new PendingReason(ReasonClass.LIMIT, ScalingRule.WAITING, prefix.getValue()))
                .orElse(UNKNOWN);
    }

    private static Row row(ReasonClass reasonClass, ScalingRule rule, String names) {
        return row(reasonClass, rule, reasonClass.explanation(), names);
    }

    private static Row row(ReasonClass reasonClass, ScalingRule rule, String name, String meaning, String todo) {
        return row(reasonClass, rule, new Explanation(meaning, todo), name);
    }

    private static Row row(ReasonClass reasonClass, ScalingRule rule, Explanation explanation, String names) {
        return new Row(names, new PendingReason(reasonClass, rule, explanation));
    }
}
