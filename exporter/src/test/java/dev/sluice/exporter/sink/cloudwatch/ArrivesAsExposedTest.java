package dev.sluice.exporter.sink.cloudwatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.exporter.CapturedSamples;
import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.exporter.metrics.Publications;
import dev.sluice.exporter.metrics.Publications.Publication;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.poll.Time;
import dev.sluice.exporter.sink.prometheus.PrometheusSink;
import dev.sluice.exporter.sink.prometheus.SampleFamilies;
import dev.sluice.fixtures.GoldenFile;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/**
 * Tests, with a captured cluster, that the data that the AWS SDK sends to CloudWatch equals the response of /metrics at
 * the same time.
 */
class ArrivesAsExposedTest {

    private static final MetricBatch NOTHING_LIVE = visitor -> {};
    private static final CloudWatchConfig SETTINGS =
            Loaded.changed(Loaded.DEFAULTS.cloudWatch(), "clusterName", Optional.of("eks"));
    private static final MetricFamily WAIT = MetricCatalog.family("slurm_job_wait_seconds");
    private static final Set<String> FAILURES =
            Set.of("failed", "timeout", "out_of_memory", "node_fail", "boot_fail", "deadline");

    /**
     * The captured jobs are from one time, so the exporter has seen no start of these jobs. The jobs in this method are
     * therefore from another cluster.
     */
    private static final MetricBatch WAITS = visitor -> {
        visitor.histogram(
                WAIT,
                Histogram.empty(Histogram.JOB_SECONDS).plus(0.5).plus(45).plus(1_000_000),
                "beta",
                "gpu",
                "normal");
        visitor.histogram(WAIT, Histogram.empty(Histogram.JOB_SECONDS).plus(3_700), "beta", "gpu", "high");
    };

    private final FakeCloudWatch cloudWatch = new FakeCloudWatch();
    private final Publications publications = new Publications(CapturedSamples.CLOCK);
    private final CloudWatchPublisher publisher = new CloudWatchPublisher(
            SETTINGS, publications, () -> NOTHING_LIVE, new Time(CapturedSamples.CLOCK, () -> 0));
    private List<String> exposed = List.of();

    @BeforeEach
    void publishToBoth() throws Exception {
        CapturedSamples.publish(Loaded.DEFAULTS.metrics(), publications::add);
        publications.add(new Publication("beta", "jobs", WAITS, Instant.MAX));
        exposed = SampleFamilies.text(new PrometheusSink(MetricCatalog.families(), publications))
                .lines()
                .toList();
        try (SdkMetricSender sender = SdkMetricSenderTest.sender(
                cloudWatch, StaticCredentialsProvider.create(AwsBasicCredentials.create("AKID", "secret")))) {
            publisher.publish(sender);
        }
    }

    @AfterEach
    void stop() {
        publisher.close();
        cloudWatch.close();
    }

    /** Returns the sum of all exposed samples whose line starts with the name and contains all the labels. */
    private double exposed(String name, String... labels) {
        return exposed.stream()
                .filter(line -> line.startsWith(name + "{"))
                .filter(line -> List.of(labels).stream().allMatch(line::contains))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private double exposed(String name, Set<String> states, String... labels) {
        return states.stream()
                .mapToDouble(state -> {
                    String[] all = Arrays.copyOf(labels, labels.length + 1);
                    all[labels.length] = "state=\"" + state + "\"";
                    return exposed(name, all);
                })
                .sum();
    }

    private FakeCloudWatch.PutDatum arrived(String name, String partition) {
        return arrived("alpha", name, partition);
    }

    private FakeCloudWatch.PutDatum arrived(String cluster, String name, String partition) {
        Map<String, String> dimensions = partition.isEmpty()
                ? Map.of("ClusterName", "eks", "SlurmCluster", cluster)
                : Map.of("ClusterName", "eks", "SlurmCluster", cluster, "Partition", partition);
        List<FakeCloudWatch.PutDatum> found = cloudWatch.data().stream()
                .filter(datum -> datum.name().equals(name) && datum.dimensions().equals(dimensions))
                .toList();
        assertThat(found).as(name + " " + partition).hasSize(1);
        return found.get(0);
    }

    private Set<String> partitions() {
        return exposed.stream()
                .filter(line -> line.startsWith("slurm_queue_jobs{"))
                .map(line -> line.replaceAll(".*partition=\"([^\"]+)\".*", "$1"))
                .collect(Collectors.toSet());
    }

    @Test
    void numbersOfTheClusterAreTheSame() {
        assertSame("jobs_pending", "slurm_cluster_jobs", Set.of("pending"));
        assertSame("jobs_running", "slurm_cluster_jobs", Set.of("running"));
        assertSame("nodes_busy", "slurm_cluster_nodes", Set.of("allocated", "mixed"));
        assertSame("nodes_out_of_service", "slurm_cluster_nodes", Set.of("down", "draining", "drained", "maintenance"));
        assertSame("gpus_idle", "slurm_cluster_gpus", Set.of("idle"));
        assertThat(arrived("memory_allocated_bytes", ""))
                .returns("Bytes", FakeCloudWatch.PutDatum::unit)
                .returns(exposed("slurm_cluster_memory_bytes", Set.of("allocated")), FakeCloudWatch.PutDatum::sum);
        assertThat(arrived("jobs_started", "").sum()).isEqualTo(exposed("slurm_job_starts_total"));
        assertThat(arrived("jobs_failed", "").sum()).isEqualTo(exposed("slurm_job_ends_total", FAILURES));
    }

    private void assertSame(String name, String family, Set<String> states) {
        assertThat(arrived(name, "").sum()).isPositive().isEqualTo(exposed(family, states));
    }

    @Test
    void numbersOfEachPartitionAreTheSame() {
        assertThat(partitions()).hasSize(11).allSatisfy(partition -> {
            String label = "partition=\"" + partition + "\"";
            assertThat(arrived("jobs_pending", partition).sum())
                    .isEqualTo(exposed("slurm_queue_jobs", Set.of("pending"), label));
            assertThat(arrived("nodes_idle", partition).sum())
                    .isEqualTo(exposed("slurm_capacity_nodes", Set.of("idle"), label));
            assertThat(arrived("gpus_allocated", partition).sum())
                    .isEqualTo(exposed("slurm_capacity_gpus", Set.of("allocated"), label));
            assertThat(arrived("gpus_requested", partition).sum())
                    .isEqualTo(exposed("slurm_queue_requested_gpus", label));
            assertThat(arrived("oldest_pending_seconds", partition).sum())
                    .isEqualTo(exposed.stream()
                            .filter(line -> line.startsWith("slurm_queue_oldest_pending_seconds{"))
                            .filter(line -> line.contains(label))
                            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                            .max()
                            .orElse(0));
        });
    }

    @Test
    void histogramsHaveTheSameNumberAndSum() {
        FakeCloudWatch.PutDatum waits = arrived("beta", "job_wait_seconds", "gpu");

        assertThat(waits.sampleCount()).isEqualTo(4).isEqualTo(exposed("slurm_job_wait_seconds_count"));
        assertThat(waits.sum()).isCloseTo(1_003_745.5, within(1e-3));
        assertThat(waits.sum()).isCloseTo(exposed("slurm_job_wait_seconds_sum"), within(1e-3));
        assertThat(waits.unit()).isEqualTo("Seconds");
    }

    @Test
    void isAsLargeAsTheDryRunSays() {
        String table = publisher.preview();

        GoldenFile.at(Path.of("exporter/src/test/resources/golden/cloudwatch-dry-run.txt"))
                .matches(table);
        assertThat(cloudWatch.requests()).hasSize(1);
        assertThat(table.lines().filter(line -> line.contains("ClusterName=eks") && !line.endsWith("yet")))
                .hasSameSizeAs(cloudWatch.data());
    }
}
