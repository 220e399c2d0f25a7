package dev.sluice.exporter.realslurm;

import static dev.sluice.exporter.realslurm.Exposition.by;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the unavailable time of a node begins with the latest drain, independent of the reason of an earlier
 * drain.
 */
class RealDrainIT {

    private static final String REASON = "reason=kernel update";

    /**
     * Seconds between the first drain and the second drain. The time is longer than the response time of Slurm's tools.
     */
    private static final long EARLIER = 30;

    @TempDir
    private Path folder;

    @EachCluster
    void outageBeginsWithTheLatestDrainForTheSameReason(RealCluster cluster) throws Exception {
        String node = cluster.cli("sinfo", "-h", "-N", "-t", "idle", "-o", "%N")
                .get(0)
                .strip();
        String name = "nodename=" + node;
        try (StartedExporter app = StartedExporter.start(
                folder, cluster.setting("REST_URL"), Path.of(cluster.setting("TOKEN_FILE")), "{interval: 1s}")) {
            cluster.cli("scontrol", "update", name, "state=drain", REASON);
            until(() -> outages(app).getOrDefault(node, -1L) >= EARLIER);
            cluster.cli("scontrol", "update", name, "state=resume");
            until(() -> !outages(app).containsKey(node));

            cluster.cli("scontrol", "update", name, "state=drain", REASON);
            until(() -> outages(app).containsKey(node));

            long outage = outages(app).get(node);
            // The test reads Slurm's time later than the exporter's time. Slurm's time is therefore at least as long,
            // unless the exporter counts from the earlier drain.
            assertThat(outage)
                    .isLessThanOrEqualTo(cluster.shown()
                            .by("slurm_compute_node_unavailable_seconds", "node")
                            .get(node));
        } finally {
            cluster.cli("scontrol", "update", name, "state=resume");
        }
    }

    /** Returns the unavailable seconds by node. */
    private static Map<String, Long> outages(StartedExporter app) throws Exception {
        return by(app.scrape(), "slurm_compute_node_unavailable_seconds", "node");
    }

    private static void until(Callable<Boolean> condition) {
        Awaitility.await().atMost(Duration.ofMinutes(2)).until(condition);
    }
}
