package dev.sluice.exporter.model;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Why jobs wait, in the few classes that people tell apart. Every reason of Slurm 23.11 to 26.11 stands in one of them
 * by name (slurmctld's job_state_reason table); autoscaling has its own, finer rules.
 */
public enum ReasonClass {
    /** What the job asks for is taken; it starts when enough of it is free. */
    RESOURCES("BurstBufferResources MpiPortsBusy NvidiaImexChannels PowerNotAvail PowerReserved Resources"),

    /** Others are before it. {@code None} of a pending job is that slurmctld has not come to look at it yet. */
    PRIORITY("None Priority"),

    /**
     * An association, a QOS, the cluster or the job's own array allows no more for now, or never so much in one job.
     */
    LIMIT("""
            AccountingPolicy AssocGrpBB AssocGrpBBMinutes AssocGrpBBRunMinutes AssocGrpBilling
            AssocGrpBillingMinutes AssocGrpBillingRunMinutes AssocGrpCPUMinutesLimit AssocGrpCPURunMinutesLimit
            AssocGrpCpuLimit AssocGrpEnergy AssocGrpEnergyMinutes AssocGrpEnergyRunMinutes AssocGrpGRES
            AssocGrpGRESMinutes AssocGrpGRESRunMinutes AssocGrpJobsLimit AssocGrpLicense AssocGrpLicenseMinutes
            AssocGrpLicenseRunMinutes AssocGrpMemLimit AssocGrpMemMinutes AssocGrpMemRunMinutes
            AssocGrpNodeLimit AssocGrpNodeMinutes AssocGrpNodeRunMinutes AssocGrpSubmitJobsLimit AssocGrpUnknown
            AssocGrpUnknownMinutes AssocGrpUnknownRunMinutes AssocGrpWallLimit AssocMaxBBMinutesPerJob
            AssocMaxBBPerJob AssocMaxBBPerNode AssocMaxBillingMinutesPerJob AssocMaxBillingPerJob
            AssocMaxBillingPerNode AssocMaxCpuMinutesPerJobLimit AssocMaxCpuPerJobLimit AssocMaxCpuPerNode
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
            QOSGrpGRES QOSGrpGRESMinutes QOSGrpGRESRunMinutes QOSGrpJobsLimit QOSGrpLicense QOSGrpLicenseMinutes
            QOSGrpLicenseRunMinutes QOSGrpMemLimit QOSGrpMemoryMinutes QOSGrpMemoryRunMinutes QOSGrpNodeLimit
            QOSGrpNodeMinutes QOSGrpNodeRunMinutes QOSGrpSubmitJobsLimit QOSGrpUnknown QOSGrpUnknownMinutes
            QOSGrpUnknownRunMinutes QOSGrpWallLimit QOSJobLimit QOSMaxBBPerJob QOSMaxBBPerNode QOSMaxBBPerUser
            QOSMaxBillingMinutesPerJob QOSMaxBillingPerJob QOSMaxBillingPerNode QOSMaxBillingPerUser
            QOSMaxCpuMinutesPerJobLimit QOSMaxCpuPerJobLimit QOSMaxCpuPerNode QOSMaxCpuPerUserLimit
            QOSMaxEnergyMinutesPerJob QOSMaxEnergyPerJob QOSMaxEnergyPerNode QOSMaxEnergyPerUser
            QOSMaxGRESMinutesPerJob QOSMaxGRESPerJob QOSMaxGRESPerNode QOSMaxGRESPerUser QOSMaxJobsPerUserLimit
            QOSMaxLicenseMinutesPerJob QOSMaxLicensePerJob QOSMaxLicensePerUser QOSMaxMemoryMinutesPerJob
            QOSMaxMemoryPerJob QOSMaxMemoryPerNode QOSMaxMemoryPerUser QOSMaxNodeMinutesPerJob
            QOSMaxNodePerJobLimit QOSMaxNodePerUserLimit QOSMaxSubmitJobPerUserLimit QOSMaxUnknownMinutesPerJob
            QOSMaxUnknownPerJob QOSMaxUnknownPerNode QOSMaxUnknownPerUser QOSMaxWallDurationPerJobLimit QOSMinBB
            QOSMinBilling QOSMinCpuNotSatisfied QOSMinEnergy QOSMinGRES QOSMinLicense QOSMinMemory QOSMinNode
            QOSMinUnknown QOSResourceLimit QOSTimeLimit QOSUsageThreshold
            """),

    /** Another job has not ended yet, or ended so that this one will never start. */
    DEPENDENCY("Dependency DependencyNeverSatisfied"),

    /** Somebody, or slurmctld after a failure, holds it until it is released. */
    HELD("BurstBufferOperation JobHeldAdmin JobHeldUser JobHoldMaxRequeue"),

    /** It is not to start before a time to come. */
    BEGIN_TIME("BeginTime"),

    /** Its licences are taken. */
    LICENSE("Licenses"),

    /** Its reservation is not open, or is gone. */
    RESERVATION("Reservation ReservationDeleted ReservationInvalid"),

    /** Nodes or a partition that it could run on are down, drained, kept for others or otherwise out of use. */
    UNAVAILABLE("Constraints FrontEndDown NodeDown PartitionDown PartitionInactive ReqNodeNotAvail"),

    /**
     * Not as the cluster is set up: the job, its partition, its account or its QOS has to change. An empty partition
     * that is still to grow nodes gives such reasons too.
     */
    IMPOSSIBLE("""
            AccountNotAllowed BadConstraints InvalidAccount InvalidQOS MaxMemPerLimit PartitionConfig
            PartitionNodeLimit PartitionTimeLimit QOSNotAllowed
            """),

    /** On its way in or out of a start, or the cause of an end; also every reason that is not known here. */
    OTHER("""
            BurstBufferStageIn Cleaning DeadLine FedJobLock InactiveLimit InvalidReason JobLaunchFailure
            NonZeroExitCode OutOfMemory Prolog RaisedSignal SchedDefer SystemFailure TimeLimit
            """);

    private static final Map<String, ReasonClass> BY_REASON = byReason();

    private final String label = name().toLowerCase(Locale.ROOT);
    private final String reasons;

    ReasonClass(String reasons) {
        this.reasons = reasons;
    }

    /**
     * The class of a reason.
     *
     * @param reason {@code state_reason} as slurmrestd names it; {@link #OTHER} where the name is not known
     */
    public static ReasonClass of(String reason) {
        return BY_REASON.getOrDefault(reason, OTHER);
    }

    /** The label value under which the class is published. */
    public String label() {
        return label;
    }

    /** Slurm's names of the reasons in this class. */
    List<String> reasons() {
        return List.of(reasons.strip().split("\\s+", -1));
    }

    private static Map<String, ReasonClass> byReason() {
        Map<String, ReasonClass> byReason = new HashMap<>();
        for (ReasonClass reasonClass : values()) {
            for (String reason : reasonClass.reasons()) {
                byReason.put(reason, reasonClass);
            }
        }
        return Map.copyOf(byReason);
    }
}
