package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.Accelerators;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.accounting.AccountedRun;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.accounting.LimitKind;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.accounting.Share;
import dev.sluice.exporter.model.job.JobState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Reads fair-share, QOS, associations and runs. */
public final class AccountingReader {

    private static final double MEBIBYTE = 1L << 20;

    /** v0.0.40 and v0.0.41 write this number as the fair-share level of the root, which has no level. */
    private static final double NO_VALUE = 4294967294.0;

    /** slurmrestd writes this number of shares for an account or user that inherits the shares of its parent. */
    private static final double INHERITED = Integer.MAX_VALUE;

    private AccountingReader() {}

    public static Share share(JsonTree json) {
        String name = json.identity("name");
        boolean user = json.texts("type").contains("USER");
        OptionalDouble factor = json.number("fairshare", "factor");
        return new Share(
                json.name("cluster"),
                user ? json.identity("parent") : name,
                user ? name : "",
                user ? "" : json.name("parent"),
                json.name("partition"),
                shares(json.number("shares")),
                json.number("shares_normalized"),
                json.number("usage").orElse(0),
                json.number("effective_usage"),
                // Accounts have a fair-share factor only in the classic algorithm. This factor is never 0.
                user || factor.orElse(0) > 0 ? factor : OptionalDouble.empty(),
                level(json.at("fairshare", "level")));
    }

    private static OptionalDouble shares(OptionalDouble shares) {
        return shares.orElse(0) == INHERITED ? OptionalDouble.empty() : shares;
    }

    private static OptionalDouble level(JsonTree json) {
        if (json.infinite()) {
            return OptionalDouble.of(Double.POSITIVE_INFINITY);
        }
        OptionalDouble level = json.number();
        return level.orElse(0) >= NO_VALUE ? OptionalDouble.empty() : level;
    }

    public static Qos qos(JsonTree json) {
        JsonTree max = json.at("limits", "max");
        List<Limit> limits = new ArrayList<>();
        tres(limits, LimitKind.GRP_TRES, max.at("tres", "total"));
        jobs(limits, LimitKind.GRP_JOBS, max.at("active_jobs", "count"));
        // Present in v0.0.42 and later.
        jobs(limits, LimitKind.GRP_SUBMIT, max.at("jobs", "count"));
        tres(limits, LimitKind.MAX_TRES_PER_USER, max.at("tres", "per", "user"));
        jobs(limits, LimitKind.MAX_JOBS_PER_USER, max.at("jobs", "active_jobs", "per", "user"));
        jobs(limits, LimitKind.MAX_SUBMIT_PER_USER, max.at("jobs", "per", "user"));
        tres(limits, LimitKind.MAX_TRES_PER_ACCOUNT, max.at("tres", "per", "account"));
        jobs(limits, LimitKind.MAX_JOBS_PER_ACCOUNT, max.at("jobs", "active_jobs", "per", "account"));
        jobs(limits, LimitKind.MAX_SUBMIT_PER_ACCOUNT, max.at("jobs", "per", "account"));
        List<Limit> perJob = perJob(max, max.at("wall_clock", "per", "job"));
        tres(perJob, LimitKind.MIN_TRES_PER_JOB, json.at("limits", "min", "tres", "per", "job"));
        return new Qos(
                json.identity("name"),
                json.count("priority"),
                json.texts("flags"),
                json.number("limits", "factor").orElse(1),
                limits,
                perJob);
    }

    public static Association association(JsonTree json) {
        JsonTree max = json.at("max");
        List<Limit> limits = new ArrayList<>();
        tres(limits, LimitKind.GRP_TRES, max.at("tres", "total"));
        jobs(limits, LimitKind.GRP_JOBS, max.at("jobs", "per", "count"));
        jobs(limits, LimitKind.GRP_SUBMIT, max.at("jobs", "per", "submitted"));
        List<Limit> inherited = perJob(max, max.at("jobs", "per", "wall_clock"));
        jobs(inherited, LimitKind.MAX_JOBS, max.at("jobs", "active"));
        return new Association(
                (long) json.signed("id").orElseGet(() -> json.signed("id", "id").orElse(0)),
                json.name("cluster"),
                json.identity("account"),
                json.name("user"),
                json.name("partition"),
                json.name("parent_account"),
                limits,
                inherited);
    }

    /** @param minutes maximum time limit of a job */
    private static List<Limit> perJob(JsonTree max, JsonTree minutes) {
        List<Limit> limits = new ArrayList<>();
        tres(limits, LimitKind.MAX_TRES_PER_JOB, max.at("tres", "per", "job"));
        tres(limits, LimitKind.MAX_TRES_MINS_PER_JOB, max.at("tres", "minutes", "per", "job"));
        tres(limits, LimitKind.MAX_TRES_PER_NODE, max.at("tres", "per", "node"));
        minutes.number().ifPresent(most -> limits.add(new Limit(LimitKind.MAX_WALL, "", most)));
        return limits;
    }

    /** Reads a run. slurmdbd also sends an end time, the current time, for a run that has not ended. */
    public static AccountedRun run(JsonTree json, Accelerators accelerators) {
        List<String> states = json.texts("state", "current");
        JobState state = Arrays.stream(JobState.values())
                .filter(known -> known.end() || known == JobState.REQUEUED)
                .filter(known -> states.contains(known.name()))
                .findFirst()
                .orElse(JobState.UNKNOWN);
        JsonTree time = json.at("time");
        return new AccountedRun(
                json.count("job_id"),
                time.count("submission"),
                time.count("start"),
                state == JobState.UNKNOWN ? 0 : time.count("end"),
                state,
                json.name("account"),
                json.name("user"),
                json.name("partition"),
                json.shared(Tres.parse(accelerators.asGpus(json.elements("tres", "allocated").stream()
                        .map(AccountingReader::tres)
                        .collect(Collectors.joining(","))))),
                json.sharedText("nodes"));
    }

    /** Returns one TRES as in Slurm's TRES strings. Slurm sends -2 for an unknown amount. */
    private static String tres(JsonTree json) {
        return name(json) + "=" + (long) Math.max(0, json.signed("count").orElse(0));
    }

    private static void jobs(List<Limit> limits, LimitKind kind, JsonTree json) {
        json.number().ifPresent(most -> limits.add(new Limit(kind, "", most)));
    }

    private static void tres(List<Limit> limits, LimitKind kind, JsonTree json) {
        for (JsonTree tres : json.elements()) {
            String name = name(tres);
            double unit = name.equals("mem") ? MEBIBYTE : 1;
            tres.number("count").ifPresent(count -> limits.add(new Limit(kind, name, count * unit)));
        }
    }

    private static String name(JsonTree tres) {
        String type = tres.name("type");
        String name = tres.name("name");
        return name.isEmpty() ? type : type + "/" + name;
    }
}
