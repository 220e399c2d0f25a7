package dev.sluice.exporter.realslurm;

import static dev.sluice.exporter.realslurm.Exposition.by;
import static dev.sluice.exporter.realslurm.Exposition.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.truth.tool.Shown;
import dev.sluice.exporter.truth.tool.SinfoState;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests outages of a real Slurm. Daemons freeze, die and restart; nodes join and leave the cluster. Measures the time
 * until metrics are withdrawn, and the time until the metrics equal the values of Slurm's own tools again.
 */
class RealSlurmOutagesIT {

    private static final double INTERVAL = 2;
    private static final double MAX_AGE = 10;

    /** Additional time for Slurm's own tools on a busy machine. The tools run between two reads of the exporter. */
    private static final double TO_LOOK = 3;

    private static final String POLL =
            "{interval: 2s, slowInterval: 2s, accountingInterval: 2s, timeout: 5s, jobsTimeout: 11s, maxAge: 10s}";
    private static final double NOT_APPLICABLE = -1;

    /** A rate that is too slow for a list of jobs to arrive before the timeout. */
    private static final int SLOW = 2_000;

    private static final OutageTable TABLE = new OutageTable();

    @TempDir
    private Path folder;

    @AfterAll
    static void writeTable() throws IOException {
        TABLE.write();
    }

    private interface Step {
        void run() throws Exception;
    }

    /**
     * A fault and its end.
     *
     * @param source the source that reports the fault
     * @param family a family that the exporter withdraws
     */
    private record Outage(String what, Step begin, Step end, String source, String family) {

        private boolean ofController() {
            return what.startsWith("slurmctld");
        }

        /** The limit is ping's interval plus the time in which slurmctld rejects a token. */
        private double maxMarked() {
            return ofController() ? INTERVAL + 2 : MAX_AGE;
        }
    }

    @EachCluster
    void numbersAreWithdrawnAndComeBackWithinTwoIntervals(RealCluster cluster) throws Exception {
        try (SlowLink link =
                        new SlowLink(URI.create(cluster.setting("REST_URL")).getPort());
                StartedExporter app = StartedExporter.start(
                        folder, "http://127.0.0.1:" + link.port(), Path.of(cluster.setting("TOKEN_FILE")), POLL)) {
            until(() -> isWhole(cluster, app));
            for (Outage outage : List.of(
                    new Outage(
                            "slurmrestd stopped (SIGSTOP)",
                            () -> cluster.fault("pause", "slurmrestd"),
                            () -> cluster.fault("continue", "slurmrestd"),
                            "jobs",
                            "slurm_cluster_jobs"),
                    new Outage(
                            "a link of 2 kB/s", () -> link.slowDown(SLOW), link::restore, "jobs", "slurm_cluster_jobs"),
                    killed(cluster, "slurmrestd", "nodes", "slurm_cluster_nodes"),
                    killed(cluster, "slurmctld", "jobs", "slurm_cluster_jobs"),
                    killed(cluster, "slurmdbd", "qos", "slurm_qos_limit"))) {
                check(cluster, app, outage);
            }
        }
    }

    private static Outage killed(RealCluster cluster, String daemon, String source, String family) {
        return new Outage(
                daemon + " killed",
                () -> cluster.fault("kill", daemon),
                () -> cluster.fault("start", daemon),
                source,
                family);
    }

    private static void check(RealCluster cluster, StartedExporter app, Outage outage) throws Exception {
        until(() -> assertThat(age(app, outage.source())).isLessThan(INTERVAL));
        Set<Map<String, Long>> published = new LinkedHashSet<>();
        published.add(by(app.scrape(), outage.family()));
        double marked;
        double withdrawn;
        Map<String, Double> polls;
        try {
            outage.begin().run();
            long begun = System.nanoTime();
            marked = secondsUntil(begun, () -> {
                Map<String, Double> metrics = app.scrape();
                published.add(by(metrics, outage.family()));
                assertThat(isMarked(metrics, outage)).isTrue();
            });
            withdrawn = secondsUntil(begun, () -> {
                Map<String, Long> now = by(app.scrape(), outage.family());
                published.add(now);
                assertThat(now).isEmpty();
            });
            polls = polls(app);
        } finally {
            outage.end().run();
        }
        double healed = secondsUntil(System.nanoTime(), () -> isWhole(cluster, app));

        TABLE.add(cluster, outage.what(), marked, withdrawn, healed);
        // The expected values are the previous values, then possibly a response that was in flight when the fault
        // began, and then nothing.
        assertThat(published).as("%s: published", outage.what()).hasSizeBetween(2, 3);
        assertThat(marked).as("%s: marked; polls: %s", outage.what(), polls).isLessThan(outage.maxMarked() + TO_LOOK);
        assertThat(withdrawn).as("%s: withdrawn", outage.what()).isLessThan(MAX_AGE + TO_LOOK);
        assertThat(healed).as("%s: healed", outage.what()).isLessThan(2 * INTERVAL + TO_LOOK);
    }

    private static double age(StartedExporter app, String source) throws Exception {
        return app.scrape().entrySet().stream()
                .filter(sample -> sample.getKey().startsWith("sluice_source_age_seconds{")
                        && sample.getKey().contains("source=\"" + source + "\""))
                .mapToDouble(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }

    /** Returns failures and durations of polls, to explain delays. */
    private static Map<String, Double> polls(StartedExporter app) throws Exception {
        Map<String, Double> polls = new TreeMap<>(app.scrape());
        polls.keySet()
                .removeIf(sample -> !sample.startsWith("sluice_source_failures_total")
                        && !sample.startsWith("sluice_source_poll_seconds"));
        return polls;
    }

    private static boolean isMarked(Map<String, Double> metrics, Outage outage) {
        return outage.ofController()
                ? sum(metrics, "slurm_controller_up") == 0
                : !by(metrics, "sluice_source_up", "source").containsKey(outage.source());
    }

    /**
     * The fault is too short for a withdrawal. The metrics stay the same or disappear, and are complete again in time.
     */
    @EachCluster
    void numbersAreWholeAfterAnOrderlyRestart(RealCluster cluster) throws Exception {
        try (StartedExporter app = start(cluster)) {
            until(() -> isWhole(cluster, app));
            for (String daemon : List.of("slurmrestd", "slurmdbd", "slurmctld")) {
                cluster.fault("restart", daemon);
                double healed = secondsUntil(System.nanoTime(), () -> isWhole(cluster, app));

                TABLE.add(cluster, daemon + " restarted normally", NOT_APPLICABLE, NOT_APPLICABLE, healed);
                assertThat(healed).as("%s", daemon).isLessThan(2 * INTERVAL + TO_LOOK);
            }
        }
    }

    /**
     * slurmctld itself does not detect a missing slurmd before SlurmdTimeout. If sinfo does not change a value, the
     * exporter must not change the value.
     */
    @EachCluster
    void numbersStayWhileASlurmdIsGone(RealCluster cluster) throws Exception {
        try (StartedExporter app = start(cluster)) {
            until(() -> isWhole(cluster, app));
            cluster.fault("kill-slurmd", "rill02");
            try {
                Awaitility.await()
                        .during(Duration.ofSeconds(3 * (long) INTERVAL))
                        .atMost(Duration.ofSeconds(30))
                        .untilAsserted(() -> isWhole(cluster, app));
            } finally {
                cluster.fault("start-slurmd", "rill02");
            }
            double healed = secondsUntil(System.nanoTime(), () -> isWhole(cluster, app));

            TABLE.add(cluster, "slurmd of an idle node killed", NOT_APPLICABLE, NOT_APPLICABLE, healed);
            assertThat(healed).isLessThan(2 * INTERVAL + TO_LOOK);
        }
    }

    /** When a dynamic node registers, slurmctld does not report the partitions as changed. */
    @EachCluster
    void sizesOfPartitionsFollowDynamicNodes(RealCluster cluster) throws Exception {
        try (StartedExporter app = start(cluster)) {
            until(() -> assertThat(sizes(app)).isEqualTo(sizes(cluster)));
            Map<String, Long> before = sizes(cluster);
            cluster.fault("join", "pod-9", Integer.toString(freePort()));
            try {
                double joined = secondsUntil(
                        System.nanoTime(), () -> assertThat(sizes(app)).isEqualTo(sizes(cluster)));
                assertThat(sizes(cluster)).isNotEqualTo(before);
                TABLE.add(cluster, "a dynamic node registers (slurmd -Z)", NOT_APPLICABLE, NOT_APPLICABLE, joined);
                assertThat(joined).isLessThan(2 * INTERVAL + TO_LOOK);
            } finally {
                cluster.fault("leave", "pod-9");
            }
            double left =
                    secondsUntil(System.nanoTime(), () -> assertThat(sizes(app)).isEqualTo(before));
            TABLE.add(cluster, "a dynamic node is deleted", NOT_APPLICABLE, NOT_APPLICABLE, left);
            assertThat(left).isLessThan(2 * INTERVAL + TO_LOOK);
        }
    }

    /** The power-up flag can remain set on a node, while sinfo shows the node's actual state. */
    @EachCluster
    void aNodeThatIsAskedToPowerUpHasTheStateThatSinfoShows(RealCluster cluster) throws Exception {
        try (StartedExporter app = start(cluster)) {
            cluster.cli(
                    "scontrol",
                    "create",
                    "nodename=outage",
                    "state=cloud",
                    "cpus=4",
                    "feature=pods",
                    "nodeaddr=127.0.0.1");
            try {
                until(() -> assertThat(state(app)).isEqualTo(state(cluster)));
                String before = state(cluster);
                cluster.cli("scontrol", "update", "nodename=outage", "state=power_up");
                until(() -> assertThat(state(cluster)).isNotEqualTo(before));
                double shown = secondsUntil(
                        System.nanoTime(), () -> assertThat(state(app)).isEqualTo(state(cluster)));

                TABLE.add(cluster, "a node receives a power-up request", NOT_APPLICABLE, NOT_APPLICABLE, shown);
                assertThat(shown).isLessThan(2 * INTERVAL + TO_LOOK);
            } finally {
                cluster.cli("scontrol", "delete", "nodename=outage");
            }
        }
    }

    private StartedExporter start(RealCluster cluster) throws Exception {
        return StartedExporter.start(folder, cluster.setting("REST_URL"), Path.of(cluster.setting("TOKEN_FILE")), POLL);
    }

    /** Checks that no source has failed, and that jobs, nodes and limits equal Slurm's own tools. */
    private static void isWhole(RealCluster cluster, StartedExporter app) throws Exception {
        Shown shown = cluster.shown();
        Map<String, Double> metrics = app.scrape();
        assertThat(metrics.keySet().stream().filter(sample -> sample.startsWith("sluice_source_up{")))
                .isNotEmpty()
                .allSatisfy(sample -> assertThat(metrics).containsEntry(sample, 1.0));
        assertThat(sum(metrics, "slurm_controller_up")).isEqualTo(1);
        assertThat(by(metrics, "slurm_cluster_jobs", "state")).isEqualTo(shown.by("slurm_cluster_jobs", "state"));
        assertThat(by(metrics, "slurm_capacity_nodes", "partition", "state"))
                .isEqualTo(shown.by("slurm_capacity_nodes", "partition", "state"));
        assertThat(by(metrics, "slurm_qos_limit")).isNotEmpty();
    }

    private static Map<String, Long> sizes(StartedExporter app) throws Exception {
        return by(app.scrape(), "slurm_partition_configured_nodes", "partition");
    }

    private static Map<String, Long> sizes(RealCluster cluster) throws Exception {
        Map<String, Long> sizes = new TreeMap<>();
        for (String line : cluster.cli("scontrol", "-a", "-o", "show", "partitions")) {
            String name = line.replaceAll(".*PartitionName=(\\S+).*", "$1");
            sizes.put(name, Long.parseLong(line.replaceAll(".*TotalNodes=(\\d+).*", "$1")));
        }
        return sizes;
    }

    private static String state(StartedExporter app) throws Exception {
        return by(app.scrape(), "slurm_compute_node_state", "node", "state").keySet().stream()
                .filter(key -> key.startsWith("outage/"))
                .map(key -> key.substring("outage/".length()))
                .findFirst()
                .orElse("");
    }

    private static String state(RealCluster cluster) throws Exception {
        return SinfoState.of(cluster.cli("sinfo", "-a", "-h", "-N", "-n", "outage", "-o", "%T")
                .get(0)
                .strip());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static double secondsUntil(long begun, ThrowingRunnable assertion) {
        until(assertion);
        return (System.nanoTime() - begun) / 1e9;
    }

    private static void until(ThrowingRunnable assertion) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(100))
                .untilAsserted(assertion);
    }
}
