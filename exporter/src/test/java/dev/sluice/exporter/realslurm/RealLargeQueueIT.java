package dev.sluice.exporter.realslurm;

import static dev.sluice.exporter.realslurm.Exposition.sums;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.simulator.kubernetes.KubeconfigFile;
import dev.sluice.simulator.kubernetes.api.ObjectStore;
import dev.sluice.simulator.kubernetes.api.ResourceType;
import dev.sluice.simulator.kubernetes.api.SimulatedApiServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures the age of the job counts and of the demand on a real Slurm with many job records, 5,000 nodes and a
 * slurmrestd that cannot list the jobs, because its address space is limited to 4 GB. The jobs come from squeue and
 * scontrol, which have only a token, like in Kubernetes. {@value #SIZES_VARIABLE} lists the numbers of job records, such
 * as {@code 0,10000,60000,100000}. A run takes about three minutes for each number.
 */
@EnabledIfEnvironmentVariable(
        named = RealLargeQueueIT.SIZES_VARIABLE,
        matches = "[0-9,]+",
        disabledReason = "takes minutes; " + RealLargeQueueIT.SIZES_VARIABLE + " names no size")
class RealLargeQueueIT {

    static final String SIZES_VARIABLE = "SLUICE_LARGE_QUEUE";

    private static final String NODE_SET = "slurm-worker-big";
    private static final long ADDRESS_SPACE_KILOBYTES = 4L << 20;
    private static final int SUBMISSIONS = 12;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration MAX_PAUSE = Duration.ofSeconds(10);

    private static final Duration MAX_FIRST = Duration.ofMinutes(5);
    private static final double MAX_COUNTS_AGE = 20;
    private static final double MAX_DEMAND_AGE = 60;
    private static final double MAX_SLURMRESTD_CPU = 0.05;
    private static final long MAX_SLURMRESTD_MEGABYTES = 1_000;
    private static final Duration MAX_LATENCY = Duration.ofSeconds(30);
    /** The next limits are those of a small cluster. */
    private static final int SMALL = 10_000;

    private static final Duration MAX_MEDIAN_IF_SMALL = Duration.ofSeconds(5);
    private static final Duration MAX_LATENCY_IF_SMALL = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    @EachCluster
    void countsAndDemandStayFresh(RealCluster cluster) throws Exception {
        List<Row> rows = new ArrayList<>();
        List<String> table = new ArrayList<>(List.of(Row.TITLE, Row.LINE));
        LargeQueue queue = LargeQueue.on(cluster, NODE_SET);
        try {
            for (String size : System.getenv(SIZES_VARIABLE).split(",", -1)) {
                queue.fill(Integer.parseInt(size));
                cluster.restartSlurmrestd(ADDRESS_SPACE_KILOBYTES);
                Row row = measure(cluster, queue, Integer.parseInt(size));
                rows.add(row);
                table.add(row.text());
                System.out.println(row.text());
            }
        } finally {
            queue.clear();
            Files.write(Path.of("target", "large-queue-" + cluster.setting("SLURM_RELEASE") + ".md"), table);
        }
        rows.forEach(Row::check);
    }

    private Row measure(RealCluster cluster, LargeQueue queue, int records) throws Exception {
        cluster.renewToken(3_600);
        DaemonProcess slurmrestd = DaemonProcess.of(cluster, "slurmrestd");
        ObjectStore objects = new ObjectStore();
        objects.apply(ResourceType.NODE_SETS, RealNodeSets.nodeSet(NODE_SET));
        Path kubeconfig = folder.resolve("kubeconfig-" + records);
        try (SimulatedApiServer api = new SimulatedApiServer(objects, Duration.ofSeconds(1))) {
            KubeconfigFile.write(kubeconfig, api.uri());
            Instant start = Instant.now();
            Duration cpuBefore = slurmrestd.cpu();
            try (StartedExporter exporter = StartedExporter.start(
                    folder,
                    cluster.setting("REST_URL") + "\n      squeue: " + cluster.squeueInPod(folder)
                            + "\n      squeueServer: " + cluster.controller() + counts(cluster),
                    Path.of(cluster.setting("TOKEN_FILE")),
                    "{interval: 5s}",
                    "{enabled: true, namespace: slurm, kubeconfig: '" + kubeconfig
                            + "', nodes: false, nodeSets: [{name: " + NODE_SET + ", max: 100000}]}")) {
                long nodes = records / LargeQueue.CPUS_OF_NODE;
                Awaitility.await().atMost(PATIENCE).until(() -> desired(exporter) == nodes);
                Duration first = Duration.between(start, Instant.now());
                Ages ages = new Ages(exporter);
                List<Duration> latencies = latencies(queue, exporter, nodes, ages);
                Duration ran = Duration.between(start, Instant.now());
                return new Row(
                        records,
                        first,
                        ages,
                        latencies,
                        seconds(slurmrestd.cpu().minus(cpuBefore)) / seconds(ran),
                        slurmrestd.megabytes(),
                        slurmrestd.runs());
            }
        }
    }

    private static String counts(RealCluster cluster) {
        return cluster.servesMetrics() ? "\n      controllerMetrics: " + cluster.setting("CONTROLLER_METRICS_URL") : "";
    }

    /** Submits jobs at random times. Returns the times until the demand counts the jobs. */
    private static List<Duration> latencies(LargeQueue queue, StartedExporter exporter, long nodes, Ages ages)
            throws Exception {
        Random random = new Random(1);
        List<Duration> latencies = new ArrayList<>();
        for (int i = 1; i <= SUBMISSIONS; i++) {
            Instant next = Instant.now().plusMillis(random.nextLong(MAX_PAUSE.toMillis()));
            Awaitility.await().atMost(PATIENCE).until(() -> {
                ages.sample();
                return Instant.now().isAfter(next);
            });
            Instant submitted = Instant.now();
            queue.submitWholeNode();
            long expected = nodes + i;
            Awaitility.await().atMost(PATIENCE).until(() -> {
                ages.sample();
                return desired(exporter) == expected;
            });
            latencies.add(Duration.between(submitted, Instant.now()));
        }
        Collections.sort(latencies);
        return latencies;
    }

    /** Returns the desired size of the NodeSet, -1 if it is not published. */
    private static long desired(StartedExporter exporter) throws Exception {
        JsonNode demand = exporter.demand();
        return demand.path("publishing").asBoolean()
                ? demand.path("nodeSets").path(0).path("desired").asLong(-1)
                : -1;
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1e3;
    }

    /** The maximum ages of the job counts and of the demand. */
    private static final class Ages {

        private final StartedExporter exporter;
        private double counts;
        private double demand;

        Ages(StartedExporter exporter) {
            this.exporter = exporter;
        }

        void sample() throws Exception {
            Map<String, Double> ages = sums(exporter.scrape(), "sluice_source_age_seconds", "source");
            counts = Math.max(
                    counts,
                    Math.min(
                            ages.getOrDefault("jobs", Double.MAX_VALUE),
                            ages.getOrDefault("counts", Double.MAX_VALUE)));
            JsonNode shown = exporter.demand();
            demand = Math.max(
                    demand,
                    shown.path("publishing").asBoolean()
                            ? seconds(Duration.between(
                                    Instant.parse(shown.path("observedAt").asText()), Instant.now()))
                            : Double.MAX_VALUE);
        }
    }

    /** The measured values of one number of job records. */
    private record Row(
            int records,
            Duration first,
            Ages ages,
            List<Duration> latencies,
            double slurmrestdCpu,
            long slurmrestdMegabytes,
            boolean slurmrestdRuns) {

        static final String TITLE = "| job records | first demand | maximum age of counts | maximum age of demand |"
                + " from sbatch to demand: median, maximum | slurmrestd |";
        static final String LINE = "|---|---|---|---|---|---|";

        String text() {
            return "| %,d | %.1f s | %.0f s | %.0f s | %.1f s, %.1f s | %.1f %% of a core, %d MB |"
                    .formatted(
                            records,
                            seconds(first),
                            ages.counts,
                            ages.demand,
                            seconds(median()),
                            seconds(latencies.get(latencies.size() - 1)),
                            slurmrestdCpu * 100,
                            slurmrestdMegabytes);
        }

        private Duration median() {
            return latencies.get(latencies.size() / 2);
        }

        void check() {
            assertThat(first).isLessThan(MAX_FIRST);
            assertThat(ages.counts).isLessThanOrEqualTo(MAX_COUNTS_AGE);
            assertThat(ages.demand).isLessThanOrEqualTo(MAX_DEMAND_AGE);
            assertThat(latencies).allMatch(one -> one.compareTo(MAX_LATENCY) <= 0);
            if (records <= SMALL) {
                assertThat(median()).isLessThanOrEqualTo(MAX_MEDIAN_IF_SMALL);
                assertThat(latencies).allMatch(one -> one.compareTo(MAX_LATENCY_IF_SMALL) <= 0);
            }
            if (records > 0) {
                // Without jobs, slurmrestd lists the jobs, and the share includes its start.
                assertThat(slurmrestdCpu).isLessThanOrEqualTo(MAX_SLURMRESTD_CPU);
                assertThat(slurmrestdMegabytes).isLessThanOrEqualTo(MAX_SLURMRESTD_MEGABYTES);
            }
            assertThat(slurmrestdRuns).isTrue();
        }
    }
}
