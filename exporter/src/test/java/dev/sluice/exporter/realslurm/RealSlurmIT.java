package dev.sluice.exporter.realslurm;

import static dev.sluice.exporter.realslurm.Exposition.by;
import static dev.sluice.exporter.realslurm.Exposition.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.truth.tool.Squeue;
import dev.sluice.exporter.truth.tool.ToolCommand;
import dev.sluice.exporter.truth.tool.ToolTexts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the exporter with real Slurm clusters, over both kinds of connection. Also compares the exporter's metrics with
 * slurmctld's own metrics.
 */
@EnabledIf(value = RealCluster.ONE_RUNS, disabledReason = RealCluster.NONE_RUNS)
class RealSlurmIT {

    private static final int TRIES = 60;
    private static final int ROUNDS = 30;
    private static final int SOURCES = 13;
    private static final List<ToolCommand> LOOK =
            List.of(ToolCommand.PARTITIONS, ToolCommand.SQUEUE, ToolCommand.SINFO);

    @TempDir
    private Path folder;

    @EachCluster
    void namesReleaseAndVersionAndWhatIsAbsent(RealCluster cluster) throws Exception {
        Map<String, Double> metrics = settled(cluster);

        boolean old = cluster.newestApiVersion().compareTo("v0.0.45") < 0;
        String newest = cluster.newestApiVersion() + "/" + cluster.setting("SLURM_VERSION");
        long up = sum(metrics, "sluice_source_up");
        // The exporter reads jobs in v0.0.44.
        assertThat(by(metrics, "sluice_source_info", "api_version", "release"))
                .isEqualTo(
                        old
                                ? Map.of(newest, up)
                                : Map.of(newest, up - 1, "v0.0.44/" + cluster.setting("SLURM_VERSION"), 1L));
        assertThat(by(metrics, "sluice_source_absent", "source"))
                .isEqualTo(old ? Map.of("conf", 1L, "counts", 1L, "dbd", 1L) : Map.of("counts", 1L, "dbd", 1L));
    }

    @EachCluster
    void readsTheSameOverTheUnixSocket(RealCluster cluster) throws Exception {
        assertThat(cluster.setting("REST_SOCKET")).isNotEmpty();

        LivingComparison comparison =
                new LivingComparison(cluster, "unix://" + cluster.setting("REST_SOCKET"), folder).untilComplete(ROUNDS);

        assertThat(comparison.wrong()).isEmpty();
        assertThat(comparison.open()).isEmpty();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("dev.sluice.exporter.realslurm.RealCluster#servingMetrics")
    void equalsSlurmctldsOwnMetricsButForTheListedDeviations(RealCluster cluster) throws Exception {
        for (int attempt = 0; attempt < TRIES; attempt++) {
            ToolTexts before = cluster.look(LOOK);
            Map<String, Double> metrics = settled(cluster);
            if (before.same(cluster.look(LOOK))) {
                NativeComparison.compare(cluster, Squeue.of(before), metrics);
                return;
            }
            // Jobs of earlier tests are still ending.
            RealCluster.pause(Duration.ofSeconds(1));
        }
        throw new IllegalStateException(cluster + " does not stand still");
    }

    @EachCluster
    void saysThatARefusedTokenIsTheProblem(RealCluster cluster) throws Exception {
        Path wrongToken = Files.writeString(folder.resolve("token"), "eyJhbGciOiJIUzI1NiJ9.e30.AAAA");

        try (StartedExporter app = StartedExporter.start(folder, cluster.setting("REST_URL"), wrongToken)) {
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

    /**
     * Waits until every source has responded or is not available. Two sources are not available: the test's user has no
     * permission to read slurmdbd's statistics, and the name of slurmctld's host does not resolve on this machine.
     */
    private Map<String, Double> settled(RealCluster cluster) throws Exception {
        try (StartedExporter app =
                StartedExporter.start(folder, cluster.setting("REST_URL"), Path.of(cluster.setting("TOKEN_FILE")))) {
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
                Map<String, Double> metrics = app.scrape();
                return sum(metrics, "sluice_source_up") + sum(metrics, "sluice_source_absent") == SOURCES
                        && sum(metrics, "slurm_qos_limit") > 0;
            });
            return app.scrape();
        }
    }
}
