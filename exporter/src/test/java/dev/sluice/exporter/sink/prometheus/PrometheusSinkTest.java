package dev.sluice.exporter.sink.prometheus;

import static dev.sluice.exporter.sink.prometheus.SampleFamilies.CATALOGUE;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.JOBS;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.NODE_INFO;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.NOON;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.NOTHING;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.OLDEST;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.SERIES;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.STARTS;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.gunzip;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.jobs;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.publication;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.Publications;
import dev.sluice.exporter.metrics.Publications.Publication;
import dev.sluice.fixtures.SettableClock;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrometheusSinkTest {

    private final SettableClock clock = new SettableClock(NOON);
    private final Publications publications = new Publications(clock);
    private final PrometheusSink sink = new PrometheusSink(CATALOGUE, publications);

    @Test
    void writesTextFormat() {
        publishOneOfEach();

        assertThat(gunzip(sink.gzip(ExpositionFormat.TEXT, Set.of(), () -> live(12))))
                .isEqualTo("""
                        # HELP slurm_queue_jobs Jobs by state.
                        # TYPE slurm_queue_jobs gauge
                        slurm_queue_jobs{cluster="alpha",partition="gpu",state="pending"} 7
                        slurm_queue_jobs{cluster="beta",partition="gpu",state="pending"} 9
                        # HELP slurm_queue_oldest_pending_seconds Age of the longest-waiting job.
                        # TYPE slurm_queue_oldest_pending_seconds gauge
                        slurm_queue_oldest_pending_seconds{cluster="beta",partition="gpu"} 0.25
                        # HELP slurm_job_starts_total Jobs that started, "array tasks" apart\\\\together.
                        # TYPE slurm_job_starts_total counter
                        slurm_job_starts_total{cluster="beta"} 1794998252
                        # HELP slurm_compute_node_info Where a node runs.
                        # TYPE slurm_compute_node_info gauge
                        slurm_compute_node_info{cluster="alpha",node="n1"} 1
                        # HELP sluice_series Series that are served.
                        # TYPE sluice_series gauge
                        sluice_series 12
                        """);
    }

    @Test
    void writesOpenMetrics() {
        publishOneOfEach();

        assertThat(gunzip(sink.gzip(ExpositionFormat.OPENMETRICS, Set.of(), () -> live(12))))
                .isEqualTo("""
                        # TYPE slurm_queue_jobs gauge
                        # HELP slurm_queue_jobs Jobs by state.
                        slurm_queue_jobs{cluster="alpha",partition="gpu",state="pending"} 7
                        slurm_queue_jobs{cluster="beta",partition="gpu",state="pending"} 9
                        # TYPE slurm_queue_oldest_pending_seconds gauge
                        # UNIT slurm_queue_oldest_pending_seconds seconds
                        # HELP slurm_queue_oldest_pending_seconds Age of the longest-waiting job.
                        slurm_queue_oldest_pending_seconds{cluster="beta",partition="gpu"} 0.25
                        # TYPE slurm_job_starts counter
                        # HELP slurm_job_starts Jobs that started, \\"array tasks\\" apart\\\\together.
                        slurm_job_starts_total{cluster="beta"} 1794998252
                        # TYPE slurm_compute_node info
                        # HELP slurm_compute_node Where a node runs.
                        slurm_compute_node_info{cluster="alpha",node="n1"} 1
                        # TYPE sluice_series gauge
                        # HELP sluice_series Series that are served.
                        sluice_series 12
                        # EOF
                        """);
    }

    @Test
    void servesNothingBeforeTheFirstPublication() {
        assertThat(text(sink)).isEmpty();
        assertThat(gunzip(sink.gzip(ExpositionFormat.OPENMETRICS, Set.of(), () -> NOTHING)))
                .isEqualTo("# EOF\n");
    }

    @Test
    void replacesWhatTheSameSourcePublishedBefore() {
        publications.add(publication("alpha", "jobs", jobs("alpha", 1)));
        publications.add(publication("alpha", "jobs", jobs("alpha", 2)));

        assertThat(text(sink)).endsWith("state=\"pending\"} 2\n").doesNotContain("} 1\n");
    }

    @Test
    void withdrawsExactlyWhenAPublicationExpires() {
        publications.add(new Publication("alpha", "jobs", jobs("alpha", 1), NOON.plusSeconds(90)));
        publications.add(new Publication("beta", "jobs", jobs("beta", 2), NOON.plusSeconds(91)));

        clock.set(NOON.plusSeconds(90).minusNanos(1));
        assertThat(text(sink)).contains("alpha", "beta");
        assertThat(publications.seriesOf("alpha")).isEqualTo(1);

        clock.set(NOON.plusSeconds(90));
        assertThat(text(sink)).doesNotContain("alpha").contains("beta");
        assertThat(publications.seriesOf("alpha")).isZero();

        clock.set(NOON.plusSeconds(91));
        assertThat(text(sink)).isEmpty();
    }

    @Test
    void doesNotBringBackWhatExpiredWhenTheClockIsSetBack() {
        publications.add(publication("alpha", "jobs", jobs("alpha", 1)));
        clock.set(NOON.plusSeconds(90));
        publications.add(new Publication("beta", "jobs", jobs("beta", 2), NOON.plusSeconds(180)));

        clock.set(NOON);
        assertThat(text(sink)).doesNotContain("alpha").contains("beta");
    }

    @Test
    void countsSeriesPerCluster() {
        publishOneOfEach();

        assertThat(publications.seriesOf("alpha")).isEqualTo(2);
        assertThat(publications.seriesOf("beta")).isEqualTo(3);
        assertThat(publications.seriesOf("gamma")).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, 0",
        "1, 1",
        "-31, -31",
        "1794998252, 1794998252",
        "999999999999999, 999999999999999",
        "-999999999999999, -999999999999999",
        "1000000000000000, 1.0E15",
        "0.1, 0.1",
        "2.5e-9, 2.5E-9",
        "Infinity, +Inf",
        "-Infinity, -Inf"
    })
    void spellsNumbers(double value, String spelled) {
        publications.add(publication("alpha", "self", visitor -> visitor.sample(SERIES, value)));

        assertThat(text(sink)).endsWith("\nsluice_series " + spelled + "\n");
    }

    @ParameterizedTest
    @CsvSource({
        "slurm_queue_jobs, slurm_queue_jobs",
        "slurm_job_starts_total, slurm_job_starts_total",
        "slurm_job_starts, slurm_job_starts_total",
        "slurm_compute_node_info, slurm_compute_node_info",
        "slurm_compute_node, slurm_compute_node_info",
        "sluice_series, sluice_series"
    })
    void servesOnlyTheFamiliesAskedFor(String asked, String served) {
        publishOneOfEach();

        byte[] exposition = sink.gzip(ExpositionFormat.TEXT, Set.of(asked), () -> live(1));

        assertThat(ParsedExposition.parse(gunzip(exposition)).families()).containsOnlyKeys(served);
    }

    @Test
    void scrapersShareAResponseUntilTheNextChange() {
        publishOneOfEach();
        AtomicInteger written = new AtomicInteger();
        Supplier<byte[]> scrape =
                () -> sink.gzip(ExpositionFormat.TEXT, Set.of(), () -> live(written.incrementAndGet()));

        assertThat(scrape.get()).isSameAs(scrape.get());
        assertThat(sink.gzip(ExpositionFormat.OPENMETRICS, Set.of(), () -> live(0)))
                .isNotEqualTo(scrape.get());
        assertThat(written).hasValue(1);

        publications.add(publication("alpha", "jobs", jobs("alpha", 8)));
        assertThat(gunzip(scrape.get())).contains("state=\"pending\"} 8\n", "\nsluice_series 2\n");

        sink.changed();
        assertThat(gunzip(scrape.get())).contains("\nsluice_series 3\n");
    }

    @Test
    void compressesToTheSameBytesEachTime() {
        publishOneOfEach();
        byte[] first = gzip();
        publishOneOfEach();

        assertThat(gzip()).isEqualTo(first);
    }

    @Test
    void isOneGzipMember() throws IOException {
        publishOneOfEach();
        byte[] gzip = gzip();

        // The JDK's reader continues with the next member only if bytes are available after the first member.
        var in = new ByteArrayInputStream(gzip) {
            @Override
            public synchronized int available() {
                return 0;
            }
        };
        try (var reader = new GZIPInputStream(in)) {
            assertThat(reader.readAllBytes()).hasSize(text(sink).length());
        }
    }

    @Test
    void keepsFamiliesLargerThanItsBuffersWhole() {
        MetricBatch large = visitor -> {
            for (int i = 0; i < 20_000; i++) {
                visitor.sample(OLDEST, i / 8.0, "alpha", "partition-" + Integer.toHexString(i * 0x9E3779B9));
            }
        };
        publications.add(publication("alpha", "jobs", large));

        var samples = ParsedExposition.parse(text(sink)).family(OLDEST.name()).samples();
        assertThat(samples).hasSize(20_000).containsValue(0.0).containsValue(19_999 / 8.0);
        assertThat(publications.seriesOf("alpha")).isEqualTo(20_000);
    }

    @Test
    void refusesAFamilyOutsideOfTheCatalogue() {
        PrometheusSink small = new PrometheusSink(List.of(JOBS), publications);
        publications.add(publication("alpha", "jobs", jobs("alpha", 7)));
        assertThat(gunzip(small.gzip(ExpositionFormat.TEXT, Set.of(), () -> NOTHING)))
                .contains("slurm_queue_jobs");

        assertThatThrownBy(() -> small.gzip(ExpositionFormat.PROTOBUF, Set.of(), () -> live(12)))
                .hasMessageContaining("the catalogue lacks a family");
    }

    private void publishOneOfEach() {
        publications.add(publication("beta", "jobs", visitor -> {
            visitor.sample(STARTS, 1_794_998_252, "beta");
            visitor.sample(JOBS, 9, "beta", "gpu", "pending");
            visitor.sample(OLDEST, 0.25, "beta", "gpu");
        }));
        publications.add(publication("alpha", "nodes", visitor -> visitor.sample(NODE_INFO, 1, "alpha", "n1", "")));
        publications.add(publication("alpha", "jobs", jobs("alpha", 7)));
    }

    private static MetricBatch live(double series) {
        return visitor -> visitor.sample(SERIES, series);
    }

    private byte[] gzip() {
        return sink.gzip(ExpositionFormat.TEXT, Set.of(), () -> NOTHING);
    }
}
