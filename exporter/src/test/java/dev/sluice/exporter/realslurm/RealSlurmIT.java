package dev.sluice.exporter.realslurm;

import static dev.sluice.exporter.realslurm.Exposition.by;
import static dev.sluice.exporter.realslurm.Exposition.sum;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The exporter against real Slurm clusters: what it publishes is what Slurm's own tools say of the same instant. */
@EnabledIf(value = RealCluster.ONE_RUNS, disabledReason = RealCluster.NONE_RUNS)
class RealSlurmIT {

    private static final int TRIES = 5;
    private static final int SOURCES = 13;

    @TempDir
    private Path folder;

    @EachCluster
    void publishesWhatSlurmsOwnToolsSay(RealCluster cluster) throws Exception {
        Observation seen = observe(cluster, cluster.fact("REST_URL"));

        compareWithTools(cluster, seen.tools(), seen.metrics());
    }

    @EachCluster
    void publishesLicencesReservationsSharesAndLimitsAsSlurmsOwnToolsDo(RealCluster cluster) throws Exception {
        Observation seen = observe(cluster, cluster.fact("REST_URL"));

        FactTools.compare(cluster, seen.metrics());
    }

    @EachCluster
    void readsTheSameOverTheUnixSocket(RealCluster cluster) throws Exception {
        assertThat(cluster.fact("REST_SOCKET")).isNotEmpty();

        Observation seen = observe(cluster, "unix://" + cluster.fact("REST_SOCKET"));

        compareWithTools(cluster, seen.tools(), seen.metrics());
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.realslurm.RealCluster#servingMetrics")
    void equalsSlurmctldsOwnMetricsButForTheListedDeviations(RealCluster cluster) throws Exception {
        Observation seen = observe(cluster, cluster.fact("REST_URL"));

        NativeComparison.compare(cluster, seen.tools(), seen.metrics());
    }

    @EachCluster
    void saysThatARefusedTokenIsTheProblem(RealCluster cluster) throws Exception {
        Path wrongToken = Files.writeString(folder.resolve("token"), "eyJhbGciOiJIUzI1NiJ9.e30.AAAA");

        try (StartedExporter app = StartedExporter.start(folder, cluster.fact("REST_URL"), wrongToken)) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> by(app.scrape(), "sluice_source_failures_total", "source")
                            .keySet()
                            .containsAll(Set.of("jobs", "nodes", "partitions", "ping", "shares", "qos")));
            Map<String, Double> metrics = app.scrape();

            assertThat(by(metrics, "sluice_source_failures_total", "kind")).containsOnlyKeys("unauthorized");
            assertThat(metrics.keySet()).noneMatch(sample -> sample.startsWith("slurm_"));
        }
    }

    private static void compareWithTools(RealCluster cluster, SlurmTools tools, Map<String, Double> metrics)
            throws Exception {
        Map<String, Long> held = tools.gpus("GresUsed");
        Map<String, Long> gpus = new TreeMap<>(by(metrics, "slurm_cluster_gpus", "gpu_type"));
        Map<String, Long> ages = tools.reasonAges();
        SoftAssertions.assertSoftly(softly -> {
            softly.assertThat(by(metrics, "slurm_cluster_jobs", "state")).isEqualTo(tools.jobsByState());
            softly.assertThat(by(metrics, "slurm_queue_jobs", "partition", "state"))
                    .isEqualTo(tools.jobsByPartitionAndState());
            softly.assertThat(by(metrics, "slurm_queue_pending_jobs", "partition", "reason"))
                    .isEqualTo(tools.waitingByPartitionAndReason());
            softly.assertThat(sum(metrics, "slurm_queue_truncated_arrays")).isEqualTo(tools.truncatedArrays());
            softly.assertThat(by(metrics, "slurm_queue_requested_nodes", "partition"))
                    .isEqualTo(tools.requested("node"));
            softly.assertThat(by(metrics, "slurm_queue_requested_cpus", "partition"))
                    .isEqualTo(tools.requested("cpu"));
            softly.assertThat(by(metrics, "slurm_queue_requested_memory_bytes", "partition"))
                    .isEqualTo(tools.requested("mem"));
            softly.assertThat(by(metrics, "slurm_queue_requested_gpus", "partition"))
                    .isEqualTo(tools.requested("gres/gpu"));
            softly.assertThat(sum(metrics, "slurm_cluster_requested_nodes")).isEqualTo(tools.requestedInAll("node"));
            softly.assertThat(sum(metrics, "slurm_cluster_requested_cpus")).isEqualTo(tools.requestedInAll("cpu"));
            softly.assertThat(sum(metrics, "slurm_cluster_requested_memory_bytes"))
                    .isEqualTo(tools.requestedInAll("mem"));
            softly.assertThat(sum(metrics, "slurm_cluster_requested_gpus")).isEqualTo(tools.requestedInAll("gres/gpu"));
            softly.assertThat(by(metrics, "slurm_user_queue_jobs", "user", "state"))
                    .isEqualTo(tools.jobsByUserAndState());
            softly.assertThat(by(metrics, "slurm_user_gpus_allocated", "user")).isEqualTo(tools.gpusHeldBy("UserId"));
            softly.assertThat(by(metrics, "slurm_account_gpus_allocated", "account"))
                    .isEqualTo(tools.gpusHeldBy("Account"));
            softly.assertThat(by(metrics, "slurm_capacity_nodes", "partition", "state"))
                    .isEqualTo(tools.nodesByPartitionAndState());
            softly.assertThat(by(metrics, "slurm_capacity_cpus", "partition", "state"))
                    .isEqualTo(tools.cpusByPartitionAndUse());
            softly.assertThat(sum(metrics, "slurm_cluster_memory_bytes")).isEqualTo(tools.memory("RealMemory"));
            softly.assertThat(by(metrics, "slurm_cluster_memory_bytes", "state"))
                    .containsEntry("allocated", tools.memory("AllocMem"));
            softly.assertThat(gpus).isEqualTo(tools.gpus("Gres"));
            held.forEach((type, count) -> softly.assertThat(by(metrics, "slurm_cluster_gpus", "gpu_type", "state"))
                    .containsEntry(type + "/allocated", count));
            by(metrics, "slurm_compute_node_unavailable_seconds", "node")
                    .forEach((node, seconds) -> softly.assertThat(seconds)
                            .as("age of the reason of %s", node)
                            .isBetween(ages.getOrDefault(node, -100L) - 30, ages.getOrDefault(node, -100L)));
            softly.assertThat(by(metrics, "slurm_compute_node_unavailable_seconds", "node"))
                    .isNotEmpty();
            softly.assertThat(by(metrics, "slurm_controller_up", "role")).isEqualTo(Map.of("primary", 1L));
            softly.assertThat(by(metrics, "sluice_source_info", "api_version", "release"))
                    .isEqualTo(Map.of(
                            cluster.newestApiVersion() + "/" + cluster.fact("SLURM_VERSION"),
                            sum(metrics, "sluice_source_up")));
            softly.assertThat(by(metrics, "sluice_source_absent", "source"))
                    .isEqualTo(
                            cluster.newestApiVersion().compareTo("v0.0.45") < 0
                                    ? Map.of("conf", 1L, "counts", 1L, "dbd", 1L)
                                    : Map.of("counts", 1L, "dbd", 1L));
        });
    }

    /**
     * Every source has answered, or is known not to be there: our user has no right to slurmdbd's statistics, and the name of
     * slurmctld's host does not resolve here.
     */
    private static boolean settled(Map<String, Double> metrics) {
        return sum(metrics, "sluice_source_up") + sum(metrics, "sluice_source_absent") == SOURCES
                && sum(metrics, "slurm_qos_limit") > 0;
    }

    /** The tools' view and ours of one instant: looked at again where something moved in between. */
    private Observation observe(RealCluster cluster, String url) throws Exception {
        for (int attempt = 0; attempt < TRIES; attempt++) {
            SlurmTools before = SlurmTools.look(cluster);
            Map<String, Double> metrics;
            try (StartedExporter app = StartedExporter.start(folder, url, Path.of(cluster.fact("TOKEN_FILE")))) {
                Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> settled(app.scrape()));
                metrics = app.scrape();
            }
            if (before.same(SlurmTools.look(cluster))) {
                return new Observation(before, metrics);
            }
        }
        throw new IllegalStateException(cluster + " does not stand still");
    }

    private record Observation(SlurmTools tools, Map<String, Double> metrics) {}
}
