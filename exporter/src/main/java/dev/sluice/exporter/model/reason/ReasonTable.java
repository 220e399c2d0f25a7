package dev.sluice.exporter.model.reason;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Every reason of Slurm 23.11 to 26.11 (slurmctld's job_state_reason table), once. A new reason is one word here, and one
 * entry in {@link Explanation} where its class does not say enough.
 */
final class ReasonTable {

    /** Limits of associations, of QOS and of the cluster have hundreds of names. */
    private static final List<String> LIMIT_PREFIXES = List.of("Assoc", "QOS", "Max", "BurstBuffer");

    private static final List<Row> ROWS = List.of(
            row(ReasonClass.RESOURCES, ScalingRule.ELIGIBLE, "Resources"),
            row(
                    ReasonClass.RESOURCES,
                    ScalingRule.WAITING,
                    "BurstBufferResources MpiPortsBusy NvidiaImexChannels PowerNotAvail PowerReserved"),
            // None: slurmctld has not looked at the job yet.
            row(ReasonClass.PRIORITY, ScalingRule.ELIGIBLE, "None Priority"),
            row(ReasonClass.LIMIT, ScalingRule.WAITING, """
                    AccountingPolicy AssocGrpBB AssocGrpBBMinutes AssocGrpBBRunMinutes AssocGrpBilling
                    AssocGrpBillingMinutes AssocGrpBillingRunMinutes AssocGrpCPUMinutesLimit
                    AssocGrpCPURunMinutesLimit AssocGrpCpuLimit AssocGrpEnergy AssocGrpEnergyMinutes
                    AssocGrpEnergyRunMinutes AssocGrpGRES AssocGrpGRESMinutes AssocGrpGRESRunMinutes
                    AssocGrpJobsLimit AssocGrpLicense AssocGrpLicenseMinutes AssocGrpLicenseRunMinutes
                    AssocGrpMemLimit AssocGrpMemMinutes AssocGrpMemRunMinutes AssocGrpNodeLimit AssocGrpNodeMinutes
                    AssocGrpNodeRunMinutes AssocGrpSubmitJobsLimit AssocGrpUnknown AssocGrpUnknownMinutes
                    AssocGrpUnknownRunMinutes AssocGrpWallLimit AssocMaxBBMinutesPerJob AssocMaxBBPerJob
                    AssocMaxBBPerNode AssocMaxBillingMinutesPerJob AssocMaxBillingPerJob AssocMaxBillingPerNode
                    AssocMaxCpuMinutesPerJobLimit AssocMaxCpuPerJobLimit AssocMaxCpuPerNode
                    AssocMaxEnergyMinutesPerJob AssocMaxEnergyPerJob AssocMaxEnergyPerNode AssocMaxGRESMinutesPerJob
                    AssocMaxGRESPerJob AssocMaxGRESPerNode AssocMaxJobsLimit AssocMaxLicenseMinutesPerJob
                    AssocMaxLicensePerJob AssocMaxMemMinutesPerJob AssocMaxMemPerJob AssocMaxMemPerNode
                    AssocMaxNodeMinutesPerJob AssocMaxNodePerJobLimit AssocMaxSubmitJobLimit
                    AssocMaxUnknownMinutesPerJob AssocMaxUnknownPerJob AssocMaxUnknownPerNode
                    AssocMaxWallDurationPerJobLimit AssociationJobLimit AssociationResourceLimit AssociationTimeLimit
                    JobArrayTaskLimit MaxBBPerAccount MaxBBRunMinsPerAccount MaxBBRunMinsPerUser MaxBillingPerAccount
                    MaxBillingRunMinsPerAccount MaxBillingRunMinsPerUser MaxCpuPerAccount MaxCpuRunMinsPerAccount
                    MaxCpuRunMinsPerUser MaxEnergyPerAccount MaxEnergyRunMinsPerAccount MaxEnergyRunMinsPerUser
                    MaxGRESPerAccount MaxGRESRunMinsPerAccount MaxGRESRunMinsPerUser MaxJobsPerAccount
                    MaxLicensePerAccount MaxLicenseRunMinsPerAccount MaxLicenseRunMinsPerUser MaxMemoryPerAccount
                    MaxMemoryRunMinsPerAccount MaxMemoryRunMinsPerUser MaxNodePerAccount MaxNodeRunMinsPerAccount
                    MaxNodeRunMinsPerUser MaxPoweredUpNodes MaxSubmitJobsPerAccount MaxUnknownPerAccount
                    MaxUnknownRunMinsPerAccount MaxUnknownRunMinsPerUser QOSGrpBB QOSGrpBBMinutes QOSGrpBBRunMinutes
                    QOSGrpBilling QOSGrpBillingMinutes QOSGrpBillingRunMinutes QOSGrpCPUMinutesLimit
                    QOSGrpCPURunMinutesLimit QOSGrpCpuLimit QOSGrpEnergy QOSGrpEnergyMinutes QOSGrpEnergyRunMinutes
                    QOSGrpGRES QOSGrpGRESMinutes QOSGrpGRESRunMinutes QOSGrpJobsLimit QOSGrpLicense
                    QOSGrpLicenseMinutes QOSGrpLicenseRunMinutes QOSGrpMemLimit QOSGrpMemoryMinutes
                    QOSGrpMemoryRunMinutes QOSGrpNodeLimit QOSGrpNodeMinutes QOSGrpNodeRunMinutes
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
                    QOSMaxWallDurationPerJobLimit QOSMinBB QOSMinBilling QOSMinCpuNotSatisfied QOSMinEnergy
                    QOSMinGRES QOSMinLicense QOSMinMemory QOSMinNode QOSMinUnknown QOSResourceLimit QOSTimeLimit
                    QOSUsageThreshold
                    """),
            row(ReasonClass.DEPENDENCY, ScalingRule.WAITING, "Dependency DependencyNeverSatisfied"),
            row(
                    ReasonClass.HELD,
                    ScalingRule.WAITING,
                    "BurstBufferOperation JobHeldAdmin JobHeldUser JobHoldMaxRequeue"),
            row(ReasonClass.BEGIN_TIME, ScalingRule.BEGIN_TIME, "BeginTime"),
            row(ReasonClass.LICENSE, ScalingRule.WAITING, "Licenses"),
            row(ReasonClass.RESERVATION, ScalingRule.WAITING, "Reservation ReservationDeleted ReservationInvalid"),
            row(ReasonClass.UNAVAILABLE, ScalingRule.CONDITIONAL, "NodeDown ReqNodeNotAvail"),
            row(ReasonClass.UNAVAILABLE, ScalingRule.PARTITION_CLOSED, "PartitionDown PartitionInactive"),
            row(ReasonClass.UNAVAILABLE, ScalingRule.WAITING, "FrontEndDown"),
            // A partition without nodes gives these too.
            row(ReasonClass.IMPOSSIBLE, ScalingRule.CONDITIONAL, "PartitionConfig PartitionNodeLimit"),
            row(ReasonClass.IMPOSSIBLE, ScalingRule.IMPOSSIBLE, "BadConstraints Constraints"),
            row(ReasonClass.IMPOSSIBLE, ScalingRule.PARTITION_LIMIT, "MaxMemPerLimit PartitionTimeLimit"),
            // The job itself would fit: an administrator can still admit its account or QOS.
            row(
                    ReasonClass.IMPOSSIBLE,
                    ScalingRule.WAITING,
                    "AccountNotAllowed InvalidAccount InvalidQOS QOSNotAllowed"),
            row(ReasonClass.OTHER, ScalingRule.WAITING, """
                    BurstBufferStageIn Cleaning DeadLine FedJobLock InactiveLimit JobLaunchFailure NonZeroExitCode
                    OutOfMemory Prolog RaisedSignal SchedDefer SystemFailure TimeLimit
                    """),
            row(ReasonClass.OTHER, ScalingRule.UNCLASSIFIED, "InvalidReason"));

    /** The names of reasons with one class and one rule, separated by white space. */
    private record Row(ReasonClass reasonClass, ScalingRule scalingRule, String names) {}

    private ReasonTable() {}

    static Map<String, PendingReason> byName() {
        Map<String, PendingReason> byName = new HashMap<>();
        for (Row row : ROWS) {
            for (String name : row.names().strip().split("\\s+", -1)) {
                PendingReason twice = byName.put(name, PendingReason.of(row.reasonClass(), row.scalingRule(), name));
                if (twice != null) {
                    throw new IllegalStateException(name + " stands twice in the table of reasons");
                }
            }
        }
        return Map.copyOf(byName);
    }

    static boolean isNewLimit(String name) {
        return LIMIT_PREFIXES.stream().anyMatch(name::startsWith);
    }

    private static Row row(ReasonClass reasonClass, ScalingRule scalingRule, String names) {
        return new Row(reasonClass, scalingRule, names);
    }
}
