package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.accounting.LimitKind;
import java.util.Map;
import java.util.Optional;

/**
 * The kind of limit that a Slurm reason names. Omits reasons for limits that are not in slurmrestd's records, such as
 * limits per job.
 *
 * @param tres resource, or prefix of its name; empty for a limit on jobs
 */
record LimitReason(Owner owner, LimitKind kind, String tres) {

    /** The owner of a limit. */
    enum Owner {
        QOS,
        ACCOUNT
    }

    private static final Map<String, LimitReason> BY_NAME = Map.ofEntries(
            qos("QOSGrpCpuLimit", LimitKind.GRP_TRES, "cpu"),
            qos("QOSGrpMemLimit", LimitKind.GRP_TRES, "mem"),
            qos("QOSGrpNodeLimit", LimitKind.GRP_TRES, "node"),
            qos("QOSGrpGRES", LimitKind.GRP_TRES, "gres/"),
            qos("QOSGrpBilling", LimitKind.GRP_TRES, "billing"),
            qos("QOSGrpLicense", LimitKind.GRP_TRES, "license/"),
            qos("QOSGrpJobsLimit", LimitKind.GRP_JOBS, ""),
            qos("QOSGrpSubmitJobsLimit", LimitKind.GRP_SUBMIT, ""),
            qos("QOSMaxCpuPerUserLimit", LimitKind.MAX_TRES_PER_USER, "cpu"),
            qos("QOSMaxMemoryPerUser", LimitKind.MAX_TRES_PER_USER, "mem"),
            qos("QOSMaxNodePerUserLimit", LimitKind.MAX_TRES_PER_USER, "node"),
            qos("QOSMaxGRESPerUser", LimitKind.MAX_TRES_PER_USER, "gres/"),
            qos("QOSMaxBillingPerUser", LimitKind.MAX_TRES_PER_USER, "billing"),
            qos("QOSMaxLicensePerUser", LimitKind.MAX_TRES_PER_USER, "license/"),
            qos("QOSMaxJobsPerUserLimit", LimitKind.MAX_JOBS_PER_USER, ""),
            qos("QOSMaxSubmitJobPerUserLimit", LimitKind.MAX_SUBMIT_PER_USER, ""),
            qos("MaxCpuPerAccount", LimitKind.MAX_TRES_PER_ACCOUNT, "cpu"),
            qos("MaxMemoryPerAccount", LimitKind.MAX_TRES_PER_ACCOUNT, "mem"),
            qos("MaxNodePerAccount", LimitKind.MAX_TRES_PER_ACCOUNT, "node"),
            qos("MaxGRESPerAccount", LimitKind.MAX_TRES_PER_ACCOUNT, "gres/"),
            qos("MaxBillingPerAccount", LimitKind.MAX_TRES_PER_ACCOUNT, "billing"),
            qos("MaxLicensePerAccount", LimitKind.MAX_TRES_PER_ACCOUNT, "license/"),
            qos("MaxJobsPerAccount", LimitKind.MAX_JOBS_PER_ACCOUNT, ""),
            qos("MaxSubmitJobsPerAccount", LimitKind.MAX_SUBMIT_PER_ACCOUNT, ""),
            account("AssocGrpCpuLimit", LimitKind.GRP_TRES, "cpu"),
            account("AssocGrpMemLimit", LimitKind.GRP_TRES, "mem"),
            account("AssocGrpNodeLimit", LimitKind.GRP_TRES, "node"),
            account("AssocGrpGRES", LimitKind.GRP_TRES, "gres/"),
            account("AssocGrpBilling", LimitKind.GRP_TRES, "billing"),
            account("AssocGrpLicense", LimitKind.GRP_TRES, "license/"),
            account("AssocGrpJobsLimit", LimitKind.GRP_JOBS, ""),
            account("AssocGrpSubmitJobsLimit", LimitKind.GRP_SUBMIT, ""));

    static Optional<LimitReason> of(String reason) {
        return Optional.ofNullable(BY_NAME.get(reason));
    }

    private static Map.Entry<String, LimitReason> qos(String name, LimitKind kind, String tres) {
        return Map.entry(name, new LimitReason(Owner.QOS, kind, tres));
    }

    private static Map.Entry<String, LimitReason> account(String name, LimitKind kind, String tres) {
        return Map.entry(name, new LimitReason(Owner.ACCOUNT, kind, tres));
    }

    boolean isAbout(Limit limit) {
        return limit.kind() == kind
                && (tres.endsWith("/")
                        ? limit.tres().startsWith(tres)
                        : limit.tres().equals(tres));
    }
}
