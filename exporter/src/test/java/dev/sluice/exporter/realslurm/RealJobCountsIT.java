package dev.sluice.exporter.realslurm;

import static dev.sluice.exporter.realslurm.Exposition.by;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs by state as slurmctld itself counts them, against squeue: 26.05 serves such counts, 24.11 does not. */
@EnabledIf(value = RealCluster.ONE_RUNS, disabledReason = RealCluster.NONE_RUNS)
class RealJobCountsIT {

    private static final int TRIES = 5;
    private static final List<String> COUNTED =
            List.of("pending", "running", "suspended", "completing", "configuring", "special_exit");

    /** Users and accounts have base states only. */
    private static final List<String> HELD = List.of("pending", "running", "suspended", "configuring", "special_exit");

    private static final String POLL = "{interval: 2s, dutyCycle: 0.5}";

    /** The list of jobs, 600 kB, takes far longer than an interval. */
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
            SlurmTools before = SlurmTools.look(cluster);
            Map<String, Double> metrics = counted(cluster);
            if (before.same(SlurmTools.look(cluster))) {
                compare(before, metrics);
                return;
            }
        }
        throw new IllegalStateException(cluster + " does not stand still");
    }

    private Map<String, Double> counted(RealCluster cluster) throws Exception {
        try (SlowLink link = new SlowLink(URI.create(cluster.fact("REST_URL")).getPort());
                StartedExporter app = start(
                        cluster,
                        "http://127.0.0.1:" + link.port() + "\n      controllerMetrics: "
                                + cluster.fact("CONTROLLER_METRICS_URL"))) {
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
        return StartedExporter.start(folder, url, Path.of(cluster.fact("TOKEN_FILE")), POLL);
    }

    private static void compare(SlurmTools tools, Map<String, Double> metrics) {
        assertThat(some(by(metrics, "slurm_cluster_jobs", "state")))
                .isEqualTo(tools.tasks(COUNTED, line -> List.of(line.state())));
        assertThat(some(by(metrics, "slurm_queue_jobs", "partition", "state")))
                .isEqualTo(tools.tasks(
                        COUNTED,
                        line -> line.partitions().stream()
                                .map(name -> name + "/" + line.state())
                                .toList()));
        assertThat(some(by(metrics, "slurm_user_queue_jobs", "user", "state")))
                .isEqualTo(tools.tasks(HELD, line -> List.of(line.user() + "/" + base(line))));
        assertThat(some(by(metrics, "slurm_account_queue_jobs", "account", "state")))
                .isEqualTo(tools.tasks(HELD, line -> List.of(line.account() + "/" + base(line))));
    }

    private static String base(SlurmTools.QueueLine line) {
        return line.waits() ? "pending" : line.state().equals("configuring") ? "running" : line.state();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("notServing")
    void anOlderSlurmctldIsNotAskedAndTheListIsPublished(RealCluster cluster) throws Exception {
        try (StartedExporter app = start(cluster, cluster.fact("REST_URL"))) {
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
