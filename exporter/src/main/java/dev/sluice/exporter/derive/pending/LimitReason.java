package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.derive.scaling.limit.AppliedLimit;
import dev.sluice.exporter.model.accounting.LimitKind;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The limits that a Slurm reason names.
 *
 * @param ofQos whether a QOS has the limit; otherwise, an association
 * @param tres resource, or prefix of its name; empty for a limit on jobs or on time
 */
record LimitReason(boolean ofQos, LimitKind kind, String tres) {

    private static final Pattern NAME = Pattern.compile("(Assoc|QOS|)(Grp|Max|Min)"
            + "(Cpu|Mem|Node|GRES|Billing|License|Jobs|Submit|WallDuration)(?:ory|Jobs?)?(Minutes|)"
            + "(PerUser|PerAccount|PerJob|PerNode|)(?:Limit|NotSatisfied|)");

    private static final Map<String, String> TRES = Map.of(
            "Cpu", "cpu", "Mem", "mem", "Node", "node", "GRES", "gres/", "Billing", "billing", "License", "license/");

    private static final Map<String, LimitKind> KINDS = Map.ofEntries(
            Map.entry("Grp", LimitKind.GRP_TRES),
            Map.entry("GrpJobs", LimitKind.GRP_JOBS),
            Map.entry("GrpSubmit", LimitKind.GRP_SUBMIT),
            Map.entry("MaxJobs", LimitKind.MAX_JOBS),
            Map.entry("MaxPerUser", LimitKind.MAX_TRES_PER_USER),
            Map.entry("MaxJobsPerUser", LimitKind.MAX_JOBS_PER_USER),
            Map.entry("MaxSubmitPerUser", LimitKind.MAX_SUBMIT_PER_USER),
            Map.entry("MaxPerAccount", LimitKind.MAX_TRES_PER_ACCOUNT),
            Map.entry("MaxJobsPerAccount", LimitKind.MAX_JOBS_PER_ACCOUNT),
            Map.entry("MaxSubmitPerAccount", LimitKind.MAX_SUBMIT_PER_ACCOUNT),
            Map.entry("MaxPerJob", LimitKind.MAX_TRES_PER_JOB),
            Map.entry("MaxMinutesPerJob", LimitKind.MAX_TRES_MINS_PER_JOB),
            Map.entry("MaxPerNode", LimitKind.MAX_TRES_PER_NODE),
            Map.entry("MaxWallDurationPerJob", LimitKind.MAX_WALL),
            Map.entry("Min", LimitKind.MIN_TRES_PER_JOB));

    /** Returns the limit of a reason; empty for reasons of limits that Sluice does not read, such as minutes. */
    static Optional<LimitReason> of(String reason) {
        Matcher name = NAME.matcher(reason);
        if (!name.matches()) {
            return Optional.empty();
        }
        String tres = TRES.getOrDefault(name.group(3), "");
        String subject = tres.isEmpty() ? name.group(3) : "";
        return Optional.ofNullable(KINDS.get(name.group(2) + subject + name.group(4) + name.group(5)))
                .map(kind -> new LimitReason(!name.group(1).equals("Assoc"), kind, tres));
    }

    boolean isAbout(AppliedLimit applied) {
        return applied.owner().isQos() == ofQos
                && applied.limit().kind() == kind
                && (tres.endsWith("/")
                        ? applied.limit().tres().startsWith(tres)
                        : applied.limit().tres().equals(tres));
    }
}
