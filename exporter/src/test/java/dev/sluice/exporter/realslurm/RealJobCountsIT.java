package dev.sluice.exporter.realslurm;

import static dev.sluice.exporter.realslurm.Exposition.by;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.truth.tool.Shown;
import dev.sluice.exporter.truth.tool.SlurmTools;
import dev.sluice.exporter.truth.tool.ToolCommand;
import dev.sluice.exporter.truth.tool.ToolTexts;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares slurmctld's own counts of jobs by state with squeue. Slurm 26.05 serves such counts, but Slurm 24.11 does
 * not.
 */
@EnabledIf(value = RealCluster.ONE_RUNS, disabledReason = RealCluster.NONE_RUNS)
class RealJobCountsIT {

    private static final int TRIES = 5;
    private static final List<String> COUNTED =
            List.of("pending", "running", "suspended", "completing", "configuring", "special_exit");

    private static final List<String> FAMILIES =
            List.of("slurm_cluster_jobs", "slurm_queue_jobs", "slurm_user_queue_jobs", "slurm_account_queue_jobs");

    private static final String POLL = "{interval: 2s, dutyCycle: 0.5}";

    /** At this rate, the list of jobs (600 kB) takes much longer than an interval. */
    private static final int BYTES_PER_SECOND = 150_000;

    @TempDir
    private Path folder;

    static Stream<RealCluster> notServing() {
        return RealCluster.running().filter(cluster -> !cluster.servesMetrics());
    }

    private static Map<String, Long> some(Map<String, Long> counts) {
        Map<String, Long> some = new TreeMap<>(counts);
        some.values().removeIf(number -> number == 0);
        return some;
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("dev.sluice.exporter.realslurm.RealCluster#servingMetrics")
    void countsOfSlurmctldAreWhatSqueueShows(RealCluster cluster) throws Exception {
        for (int attempt = 0; attempt < TRIES; attempt++) {
            Shown before = shown(cluster);
            Map<String, Double> metrics = counted(cluster);
            if (FAMILIES.stream().allMatch(sameIn(before, shown(cluster)))) {
                compare(before, metrics);
                return;
            }
        }
        throw new IllegalStateException(cluster + " does not stand still");
    }

    private Map<String, Double> counted(RealCluster cluster) throws Exception {
        try (SlowLink link =
                        new SlowLink(URI.create(cluster.setting("REST_URL")).getPort());
                StartedExporter app = start(
                        cluster,
                        "http://127.0.0.1:" + link.port() + "\n      controllerMetrics: "
                                + cluster.setting("CONTROLLER_METRICS_URL"))) {
            link.slowDown(BYTES_PER_SECOND);
            Awaitility.await()
                    .atMost(Duration.ofMinutes(3))
                    .until(() -> by(app.scrape(), "sluice_source_interval_seconds", "source")
                                            .getOrDefault("jobs", 0L)
                                    > 2
                            && by(app.scrape(), "sluice_job_counts_age_seconds", "source")
                                    .containsKey("counts"));
            return app.scrape();
        }
    }

    private StartedExporter start(RealCluster cluster, String url) throws Exception {
        return StartedExporter.start(folder, url, Path.of(cluster.setting("TOKEN_FILE")), POLL);
    }

    /** Returns all tasks, including tasks that slurmrestd omits. */
    private static Shown shown(RealCluster cluster) throws Exception {
        ToolTexts now = cluster.look(List.of(ToolCommand.PARTITIONS, ToolCommand.SQUEUE));
        return SlurmTools.show(now, now);
    }

    private static Predicate<String> sameIn(Shown before, Shown after) {
        return family -> before.same(after, family);
    }

    private static void compare(Shown shown, Map<String, Double> metrics) {
        assertThat(some(by(metrics, "slurm_cluster_jobs", "state")))
                .isEqualTo(counted(shown.by("slurm_cluster_jobs", "state")));
        assertThat(some(by(metrics, "slurm_queue_jobs", "partition", "state")))
                .isEqualTo(counted(shown.by("slurm_queue_jobs", "partition", "state")));
        assertThat(some(by(metrics, "slurm_user_queue_jobs", "user", "state")))
                .isEqualTo(shown.by("slurm_user_queue_jobs", "user", "state"));
        assertThat(some(by(metrics, "slurm_account_queue_jobs", "account", "state")))
                .isEqualTo(shown.by("slurm_account_queue_jobs", "account", "state"));
    }

    private static Map<String, Long> counted(Map<String, Long> states) {
        states.keySet().removeIf(key -> !COUNTED.contains(key.substring(key.lastIndexOf('/') + 1)));
        return states;
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("notServing")
    void anOlderSlurmctldIsNotAskedAndTheListIsPublished(RealCluster cluster) throws Exception {
        try (StartedExporter app = start(cluster, cluster.setting("REST_URL"))) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> by(app.scrape(), "sluice_job_counts_age_seconds", "source")
                            .containsKey("jobs"));
            Map<String, Double> metrics = app.scrape();

            assertThat(by(metrics, "sluice_source_absent", "source")).containsEntry("counts", 1L);
            assertThat(by(metrics, "sluice_source_up", "source")).doesNotContainKey("counts");
        }
    }
}
