package dev.sluice.exporter.realslurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.truth.tool.Squeue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the pages of jobs with Slurm's tools, for each pending reason that {@code
 * test-fixtures/real-slurm/inside/reasons.sh} produces, with and without Kubernetes in the configuration.
 */
class RealReasonsIT {

    private static final int MIN_REASONS = 51;
    private static final List<String> USERS = List.of("ada", "gwen");
    private static final String SCRIPT = "/opt/real-slurm/inside/reasons.sh";

    /** Slurm's schedulers check each job every few seconds, or less often on a busy machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    private Path folder;

    @EachCluster
    void thePageOfAJobShowsTheNumbersOfSlurmsTools(RealCluster cluster) throws Exception {
        try (RealNodeSets kubernetes = new RealNodeSets(cluster);
                StartedExporter alone = StartedExporter.start(
                        folder,
                        cluster.setting("REST_URL"),
                        Path.of(cluster.setting("TOKEN_FILE")),
                        RealNodeSets.POLL)) {
            for (RealNodes nodes : RealNodes.values()) {
                kubernetes.pods(nodes, nodes.count());
            }
            cluster.cli("bash", SCRIPT, "remove");
            Map<String, String> reasons = make(cluster);
            assertThat(reasons.values().stream().distinct().count()).isGreaterThanOrEqualTo(MIN_REASONS);
            Awaitility.await()
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(shown(cluster, reasons)).isEqualTo(reasons));

            Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
                JobTexts before = JobTexts.look(cluster);
                Differences differences = new Differences();
                compare(before, alone::answer, differences);
                compare(before, kubernetes::answer, differences);
                assertThat(differences.all()).isEmpty();
                assertThat(before.pending()).extracting(Squeue.Line::id).containsAll(reasons.keySet());
            });
            assertSameWithKubernetes(reasons, alone, kubernetes);
        } finally {
            cluster.cli("bash", SCRIPT, "remove");
            RealNodeSets.forget(cluster);
        }
    }

    /** Sends requests to an exporter's API. */
    @FunctionalInterface
    private interface Api {
        JsonNode answer(String path) throws Exception;
    }

    /** Returns the expected reason of each job by its ID. */
    private static Map<String, String> make(RealCluster cluster) throws Exception {
        return cluster.cli("bash", SCRIPT, "make").stream()
                .map(line -> line.split(" ", -1))
                .collect(
                        Collectors.toMap(cells -> cells[1], cells -> cells[0], (first, second) -> first, TreeMap::new));
    }

    private static Map<String, String> shown(RealCluster cluster, Map<String, String> reasons) throws Exception {
        return JobTexts.look(cluster).pending().stream()
                .filter(line -> reasons.containsKey(line.id()))
                .collect(
                        Collectors.toMap(Squeue.Line::id, Squeue.Line::reason, (first, second) -> first, TreeMap::new));
    }

    private static void compare(JobTexts texts, Api api, Differences differences) throws Exception {
        JobPageComparison comparison = new JobPageComparison(texts, differences);
        for (Squeue.Line job : texts.pending()) {
            differences.about("job " + job.id() + ", " + job.reason());
            JsonNode page = page(api, job.id());
            if (page.has("jobId")) {
                comparison.job(job, page);
            } else {
                differences.equal("page", "a job", page.toString());
            }
        }
        for (String user : USERS) {
            differences.about("user " + user);
            comparison.user(user, api.answer("users/" + user).at("/clusters/0"));
        }
    }

    /** Returns the job; returns an error if the exporter has no valid data for the job. */
    private static JsonNode page(Api api, String job) throws Exception {
        JsonNode answer = api.answer("why/job/" + job);
        return answer.has("error") ? answer : answer.at("/clusters/0/jobs/0");
    }

    /** With Kubernetes, the page also shows the NodeSets for the job. The rest of the page does not change. */
    private static void assertSameWithKubernetes(
            Map<String, String> reasons, StartedExporter alone, RealNodeSets kubernetes) throws Exception {
        for (String job : reasons.keySet()) {
            ObjectNode without = (ObjectNode) page(alone::answer, job);
            ObjectNode with = (ObjectNode) page(kubernetes::answer, job);
            assertThat(without.remove("scaling").path("withheld").asText()).isEqualTo("Kubernetes is not configured");
            assertThat(with.remove("scaling").has("withheld")).as(job).isFalse();
            if (!with.has("origin")) {
                // squeue does not show the origin.
                without.remove("origin");
            }
            assertThat(with).isEqualTo(without);
        }
    }
}
