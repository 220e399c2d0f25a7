package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.job.PendingReason.Explanation;
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

    /** The text above the table has the commands that show a limit. */
    private static Explanation explanation(String name) {
        Explanation words = PendingReason.of(name).explanation();
        return new Explanation(
                words.meaning().replaceAll("\\b(?:Grp|Max|Min)[A-Z]\\w+", "`$0`"),
                words.todo().replaceFirst(" Show the limit: .*", ""));
    }

    private static String codes(List<String> names) {
        return names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
    }
}
