package dev.sluice.exporter.model.reason;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Compares docs/pending-reasons.md with the table of reasons. {@code -Dgolden.update=true} rewrites the page. */
class PendingReasonReferenceTest {

    private static final String BEGINNING = """
            # Pending reasons

            Look up the reason that `squeue` shows for a pending job: what Slurm means, and what the job's user can do. Where only
            an administrator can help, the table says so. The [status page](status-page.md#what-a-jobs-page-shows) adds the numbers
            of your job: the limit and its use, the licenses, the nodes.

            Sluice counts pending jobs by reason and by class (label `reason_class` of `slurm_queue_pending_jobs`).

            <!-- Made by PendingReasonReferenceTest from ReasonTable.java. -->
            """;

    private static final String LIMITS = """

            Reasons with `Assoc` are limits of the account, or of the user within the account; reasons with `QOS` are limits of the
            QOS. Show both, and the use of both:

            ```sh
            sacctmgr show assoc where user=$USER
            sacctmgr show qos
            scontrol show assoc_mgr users=$USER
            ```

            A job that requests more than a limit allows can never start, even if nothing else runs. The status page and
            `slurm_jobs_unsatisfiable` then count the job as impossible.
            """;

    /** The settings of sacctmgr, by the first pattern that the name of a limit matches. */
    private static final List<Limit> SETTINGS = List.of(
            new Limit(
                    ".*RunMin.*",
                    "`GrpTRESRunMins`, `MaxTRESRunMinsPerUser`, `MaxTRESRunMinsPerAccount`: the resources of the running jobs,"
                            + " multiplied by their remaining time limits, are at the limit.",
                    "Wait for running jobs to end, or set shorter time limits."),
            new Limit(
                    ".*MinutesPerJob.*",
                    "`MaxTRESMinsPerJob`: the job's resources, multiplied by its time limit, exceed the limit.",
                    "Request fewer resources or a shorter time limit."),
            new Limit(
                    ".*(?:Minutes|MemMinutes|GrpWall).*",
                    "`GrpTRESMins`, `GrpWall`: the resources or the time used so far are at the limit.",
                    "Wait until the use decays or is reset, or ask an administrator for a higher limit."),
            new Limit(
                    ".*WallDuration.*",
                    "`MaxWall`: the job's time limit exceeds the limit.",
                    "Lower the time limit: scontrol update JobId=ID TimeLimit=T."),
            new Limit(
                    ".*Submit.*",
                    "`GrpSubmitJobs`, `MaxSubmitJobs`: too many jobs are pending or running.",
                    "Wait for jobs to end, or cancel some."),
            new Limit(
                    ".*Per(?:Job|Node)(?:Limit)?",
                    "`MaxTRESPerJob`, `MaxTRESPerNode`: the job alone requests more than the limit.",
                    "Request less, or choose another QOS or account. Waiting does not help."),
            new Limit(
                    ".*Jobs?(?:PerUser)?Limit|MaxJobsPerAccount",
                    "`GrpJobs`, `MaxJobs`: too many jobs are running.",
                    "Wait for running jobs to end."),
            new Limit(
                    ".*PerUser(?:Limit)?",
                    "`MaxTRESPerUser`: the user's running jobs use what the QOS allows each user.",
                    "Wait for the user's running jobs to end."),
            new Limit(
                    ".*PerAccount",
                    "`MaxTRESPerAccount`: the account's running jobs use what the QOS allows each account.",
                    "Wait for running jobs of the account to end."),
            new Limit(
                    "(?:Assoc|QOS)Grp.*",
                    "`GrpTRES`: all running jobs of the account or the QOS together use what the limit allows.",
                    "Wait for running jobs of the account or the QOS to end."),
            new Limit(
                    "QOSMin.*",
                    "`MinTRESPerJob`: the job requests less than the QOS demands.",
                    "Request more, or choose another QOS. Waiting does not help."));

    private record Limit(String names, String meaning, String todo) {}

    @Test
    void everyReasonOfSlurmIsOnThePage() throws IOException {
        GoldenFile.at(Path.of("docs/pending-reasons.md")).matches(page(PendingReasonTest.slurmsNames()));
    }

    private static String page(List<String> names) {
        return Arrays.stream(ReasonClass.values())
                .map(reasonClass -> section(
                        reasonClass,
                        names.stream()
                                .filter(name -> PendingReason.of(name).reasonClass() == reasonClass)
                                .toList()))
                .collect(Collectors.joining("", BEGINNING, ""));
    }

    private static String section(ReasonClass reasonClass, List<String> names) {
        Map<Explanation, List<String>> rows = names.stream()
                .collect(Collectors.groupingBy(
                        PendingReasonReferenceTest::explanation, LinkedHashMap::new, Collectors.toList()));
        return "\n## " + reasonClass.title() + "\n\nClass `" + reasonClass.label() + "`. "
                + reasonClass.explanation().meaning() + "\n" + (reasonClass == ReasonClass.LIMIT ? LIMITS : "")
                + "\n| reason | what Slurm means | what you can do |\n|---|---|---|\n"
                + rows.entrySet().stream()
                        .map(row -> "| " + codes(row.getValue()) + " | "
                                + row.getKey().meaning() + " | " + row.getKey().todo() + " |\n")
                        .collect(Collectors.joining());
    }

    private static Explanation explanation(String name) {
        PendingReason reason = PendingReason.of(name);
        return ReasonTable.byName().containsKey(name)
                ? reason.explanation()
                : SETTINGS.stream()
                        .filter(limit -> name.matches(limit.names()))
                        .findFirst()
                        .map(limit -> new Explanation(limit.meaning(), limit.todo()))
                        .orElse(reason.explanation());
    }

    private static String codes(List<String> names) {
        return names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
    }
}
