package dev.sluice.exporter.realslurm;

import dev.sluice.exporter.truth.tool.Fields;
import dev.sluice.exporter.truth.tool.Squeue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The limits that keep a job pending, with the use of each limit, from {@code scontrol show assoc_mgr}. */
final class LimitTexts {

    /**
     * The limit that belongs to a pending reason, from Slurm's list of reasons: the owner, the column and the resource
     * of the limit.
     */
    private static final Map<String, List<String>> BY_REASON = Map.ofEntries(
            Map.entry("QOSGrpCpuLimit", List.of("qos", "GrpTRES", "cpu")),
            Map.entry("QOSGrpMemLimit", List.of("qos", "GrpTRES", "mem")),
            Map.entry("QOSGrpNodeLimit", List.of("qos", "GrpTRES", "node")),
            Map.entry("QOSGrpGRES", List.of("qos", "GrpTRES", "gres/gpu")),
            Map.entry("QOSGrpLicense", List.of("qos", "GrpTRES", "license/matlab")),
            Map.entry("QOSGrpJobsLimit", List.of("qos", "GrpJobs", "")),
            Map.entry("QOSMaxCpuPerUserLimit", List.of("qos_user", "MaxTRESPU", "cpu")),
            Map.entry("QOSMaxMemoryPerUser", List.of("qos_user", "MaxTRESPU", "mem")),
            Map.entry("QOSMaxNodePerUserLimit", List.of("qos_user", "MaxTRESPU", "node")),
            Map.entry("QOSMaxGRESPerUser", List.of("qos_user", "MaxTRESPU", "gres/gpu")),
            Map.entry("QOSMaxJobsPerUserLimit", List.of("qos_user", "MaxJobsPU", "")),
            Map.entry("MaxCpuPerAccount", List.of("qos_account", "MaxTRESPA", "cpu")),
            Map.entry("MaxMemoryPerAccount", List.of("qos_account", "MaxTRESPA", "mem")),
            Map.entry("MaxNodePerAccount", List.of("qos_account", "MaxTRESPA", "node")),
            Map.entry("MaxGRESPerAccount", List.of("qos_account", "MaxTRESPA", "gres/gpu")),
            Map.entry("MaxJobsPerAccount", List.of("qos_account", "MaxJobsPA", "")),
            Map.entry("AssocGrpCpuLimit", List.of("account", "GrpTRES", "cpu")),
            Map.entry("AssocGrpMemLimit", List.of("account", "GrpTRES", "mem")),
            Map.entry("AssocGrpNodeLimit", List.of("account", "GrpTRES", "node")),
            Map.entry("AssocGrpGRES", List.of("account", "GrpTRES", "gres/gpu")),
            Map.entry("AssocGrpLicense", List.of("account", "GrpTRES", "license/matlab")),
            Map.entry("AssocGrpJobsLimit", List.of("account", "GrpJobs", "")),
            Map.entry("AssocMaxJobsLimit", List.of("user", "MaxJobs", "")));

    /** Limits on each job: their owner, their name in sacctmgr and in assoc_mgr, and the limited resource. */
    private static final Map<String, List<String>> OF_EACH_JOB = Map.of(
            "QOSMaxCpuPerJobLimit", List.of("qos", "MaxTRES", "MaxTRESPJ", "cpu"),
            "QOSMaxNodePerJobLimit", List.of("qos", "MaxTRES", "MaxTRESPJ", "node"),
            "QOSMaxWallDurationPerJobLimit", List.of("qos", "MaxWall", "MaxWallPJ", ""),
            "QOSMinCpuNotSatisfied", List.of("qos", "MinTRES", "MinTRESPJ", "cpu"),
            "AssocMaxCpuPerJobLimit", List.of("user", "MaxTRES", "MaxTRESPJ", "cpu"),
            "AssocMaxWallDurationPerJobLimit", List.of("user", "MaxWall", "MaxWallPJ", ""));

    private static final long SECONDS_PER_MINUTE = 60;

    private final JobTexts texts;

    /**
     * A limit.
     *
     * @param holders amount that each running job uses, by job ID
     */
    record Expected(
            String owner,
            String name,
            String limit,
            String resource,
            long max,
            long used,
            long requested,
            Map<String, Long> holders) {}

    LimitTexts(JobTexts texts) {
        this.texts = texts;
    }

    /**
     * Returns the limit that keeps a job pending; empty if the job's reason is not a limit, or if the page does not
     * show this limit.
     */
    Optional<Expected> of(Squeue.Line job) {
        if (job.reason().equals("JobArrayTaskLimit")) {
            return Optional.of(array(job));
        }
        return Optional.ofNullable(OF_EACH_JOB.get(job.reason()))
                .map(what -> ofEachJob(job, what))
                .or(() -> Optional.ofNullable(BY_REASON.get(job.reason())).map(what -> of(job, what.get(0), what)));
    }

    private Expected ofEachJob(Squeue.Line job, List<String> what) {
        String owner = what.get(0);
        String resource = what.get(3);
        String text = part(section(job, owner), "(?:^|\\s)" + what.get(2) + "=(\\S+)");
        long requested = resource.isEmpty()
                ? Fields.seconds(Fields.text(texts.job(job.id()), "TimeLimit")) / SECONDS_PER_MINUTE
                : tres(job, "ReqTRES", resource);
        return new Expected(
                owner,
                owner.equals("user") ? job.account() : job.qos(),
                what.get(1),
                resource,
                resource.isEmpty() ? Long.parseLong(text) : Fields.tres(text).getOrDefault(resource, -1L),
                -1,
                requested,
                Map.of());
    }

    private Expected array(Squeue.Line job) {
        Map<String, Long> holders = new TreeMap<>();
        texts.running().stream()
                .filter(line -> line.array().equals(job.array()))
                .forEach(line -> holders.put(line.id(), 1L));
        long max = Fields.number(texts.job(job.id()), "ArrayTaskThrottle");
        return new Expected("array", "", "ArrayTaskThrottle", "", max, holders.size(), 1, holders);
    }

    private Expected of(Squeue.Line job, String owner, List<String> what) {
        String column = what.get(1);
        String resource = what.get(2);
        Matcher use = use(section(job, owner), column, resource);
        Map<String, Long> holders = new TreeMap<>();
        for (Squeue.Line line : texts.running()) {
            long uses = resource.isEmpty() ? 1 : tres(line, "AllocTRES", resource);
            if (shares(line, job, owner) && uses > 0) {
                holders.put(line.id(), uses);
            }
        }
        return new Expected(
                owner,
                owner.equals("account") || owner.equals("user") ? job.account() : job.qos(),
                column,
                resource,
                Fields.amount(resource, use.group(1)),
                Fields.amount(resource, use.group(2)),
                resource.isEmpty() ? 1 : tres(job, "ReqTRES", resource),
                holders);
    }

    private long tres(Squeue.Line line, String field, String resource) {
        return Fields.tres(Fields.text(texts.job(line.id()), field)).getOrDefault(resource, 0L);
    }

    private static boolean shares(Squeue.Line line, Squeue.Line job, String owner) {
        return switch (owner) {
            case "account" -> line.account().equals(job.account());
            case "user" -> line.account().equals(job.account()) && line.user().equals(job.user());
            case "qos_user" -> line.qos().equals(job.qos()) && line.user().equals(job.user());
            case "qos_account" -> line.qos().equals(job.qos()) && line.account().equals(job.account());
            default -> line.qos().equals(job.qos());
        };
    }

    /** Returns the part of the text with the limits of an owner. */
    private String section(Squeue.Line job, String owner) {
        String begin = owner.startsWith("qos")
                ? "QOS=" + job.qos() + "("
                : "ClusterName=brook Account=" + job.account() + " UserName="
                        + (owner.equals("user") ? job.user() + "(" : " ");
        List<String> found = new ArrayList<>(
                texts.limits().stream().filter(line -> line.startsWith(begin)).toList());
        if (found.size() != 1) {
            throw new IllegalStateException(begin + " is in assoc_mgr " + found.size() + " times");
        }
        return switch (owner) {
            case "qos_user" -> part(found.get(0), "User Limits=.*?\\b" + job.user() + "\\(\\d+\\)=\\{([^}]*)}");
            case "qos_account" -> part(found.get(0), "Account Limits=.*?\\b" + job.account() + "=\\{([^}]*)}");
            default -> found.get(0);
        };
    }

    private static String part(String line, String pattern) {
        Matcher part = Pattern.compile(pattern).matcher(line);
        if (!part.find()) {
            throw new IllegalStateException("no " + pattern + " in " + line);
        }
        return part.group(1);
    }

    private static Matcher use(String section, String column, String resource) {
        String text = part(section, "(?:^|\\s)" + column + "=(\\S+)");
        Matcher use = Pattern.compile((resource.isEmpty() ? "^" : "(?:^|,)" + resource + "=") + "(\\d+)\\((\\d+)\\)")
                .matcher(text);
        if (!use.find()) {
            throw new IllegalStateException("no limit on " + resource + " in " + text);
        }
        return use;
    }
}
