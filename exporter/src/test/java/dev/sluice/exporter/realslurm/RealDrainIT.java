package dev.sluice.exporter.realslurm;

import static dev.sluice.exporter.realslurm.Exposition.by;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;

/** How long a node is out of service is counted from its latest drain, whatever reason an earlier one had. */
class RealDrainIT {

    private static final String REASON = "reason=kernel update";

    /** So much earlier the first drain is, in seconds: longer than Slurm's tools take to answer. */
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
                folder, cluster.fact("REST_URL"), Path.of(cluster.fact("TOKEN_FILE")), "{interval: 1s}")) {
            cluster.cli("scontrol", "update", name, "state=drain", REASON);
            until(() -> outages(app).getOrDefault(node, -1L) >= EARLIER);
            cluster.cli("scontrol", "update", name, "state=resume");
            until(() -> !outages(app).containsKey(node));

            cluster.cli("scontrol", "update", name, "state=drain", REASON);
            until(() -> outages(app).containsKey(node));

            long outage = outages(app).get(node);
            // Asked later, so never shorter than ours; counted from the earlier drain, ours would be.
            assertThat(outage)
                    .isLessThanOrEqualTo(cluster.shown()
                            .by("slurm_compute_node_unavailable_seconds", "node")
                            .get(node));
        } finally {
            cluster.cli("scontrol", "update", name, "state=resume");
        }
    }

    /** Seconds by node, from the first on. */
    private static Map<String, Long> outages(StartedExporter app) throws Exception {
        return by(app.scrape(), "slurm_compute_node_unavailable_seconds", "node");
    }

    private static void until(Callable<Boolean> condition) {
        Awaitility.await().atMost(Duration.ofMinutes(2)).until(condition);
    }
}
