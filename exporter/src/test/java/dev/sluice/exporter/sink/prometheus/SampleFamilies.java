package dev.sluice.exporter.sink.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.exporter.metrics.MetricFamily.MetricType;
import dev.sluice.exporter.metrics.Publications.Publication;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/** The families that these tests publish, one of each kind, and helpers to publish and read these families. */
public final class SampleFamilies {

    static final MetricFamily JOBS = new MetricFamily(
            "slurm_queue_jobs", MetricType.GAUGE, "", List.of("cluster", "partition", "state"), "Jobs by state.");
    static final MetricFamily OLDEST = new MetricFamily(
            "slurm_queue_oldest_pending_seconds",
            MetricType.GAUGE,
            "seconds",
            List.of("cluster", "partition"),
            "Age of the longest-waiting job.");
    static final MetricFamily STARTS = new MetricFamily(
            "slurm_job_starts_total",
            MetricType.COUNTER,
            "",
            List.of("cluster"),
            "Jobs that started, \"array tasks\" apart\\together.");
    static final MetricFamily NODE_INFO = new MetricFamily(
            "slurm_compute_node_info", MetricType.INFO, "", List.of("cluster", "node", "pod"), "Where a node runs.");
    static final MetricFamily SERIES =
            new MetricFamily("sluice_series", MetricType.GAUGE, "", List.of(), "Series that are served.");

    static final List<Double> BUCKETS = List.of(0.5, 60.0);
    static final MetricFamily WAIT = new MetricFamily(
            "slurm_job_wait_seconds",
            MetricType.HISTOGRAM,
            "seconds",
            List.of("cluster", "qos"),
            "Waits.",
            Optional.of(BUCKETS));

    static final List<MetricFamily> CATALOGUE = List.of(JOBS, OLDEST, STARTS, NODE_INFO, SERIES);

    static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    static final MetricBatch NOTHING = visitor -> {};

    private SampleFamilies() {}

    static Publication publication(String cluster, String source, MetricBatch batch) {
        return new Publication(cluster, source, batch, NOON.plusSeconds(90));
    }

    /** Returns one sample of {@link #JOBS}. */
    static MetricBatch jobs(String cluster, double value) {
        return visitor -> visitor.sample(JOBS, value, cluster, "gpu", "pending");
    }

    public static String text(PrometheusSink sink) {
        return gunzip(sink.gzip(ExpositionFormat.TEXT, Set.of(), () -> NOTHING));
    }

    /** Decompresses with the JDK's reader, which checks CRC and length. */
    static String gunzip(byte[] bytes) {
        return new String(inflate(bytes), UTF_8);
    }

    static byte[] inflate(byte[] bytes) {
        try (var in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
