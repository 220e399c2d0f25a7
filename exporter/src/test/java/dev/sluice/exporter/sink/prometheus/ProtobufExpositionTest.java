package dev.sluice.exporter.sink.prometheus;

import static dev.sluice.exporter.sink.prometheus.SampleFamilies.BUCKETS;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.JOBS;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.NOON;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.NOTHING;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.OLDEST;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.SERIES;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.WAIT;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.gunzip;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.inflate;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.jobs;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.publication;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.Publications;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.sink.prometheus.ParsedExposition.Series;
import dev.sluice.exporter.sink.prometheus.ParsedProtobuf.NativeHistogram;
import dev.sluice.fixtures.SettableClock;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProtobufExpositionTest {

    private final Publications publications = new Publications(new SettableClock(NOON));
    private final PrometheusSink sink = new PrometheusSink(List.of(JOBS, OLDEST, SERIES, WAIT), publications);

    private byte[] scrape(String... names) {
        return inflate(sink.gzip(ExpositionFormat.PROTOBUF, Set.of(names), () -> NOTHING));
    }

    private ParsedProtobuf parsed() {
        return ParsedProtobuf.parse(scrape());
    }

    private String text() {
        return gunzip(sink.gzip(ExpositionFormat.TEXT, Set.of(), () -> NOTHING));
    }

    private static MetricBatch waits(String cluster, Histogram histogram) {
        return visitor -> visitor.histogram(WAIT, histogram, cluster, "");
    }

    private NativeHistogram published(Histogram histogram) {
        publications.add(publication("research", "jobs", waits("research", histogram)));
        Series series = new Series(WAIT.name(), Map.of("cluster", "research"));
        return Optional.ofNullable(parsed().nativeHistograms().get(series)).orElseThrow();
    }

    /** Adds values to the buckets of schema 3. The map has the number of values for each bucket. */
    private static Histogram hit(Map<Integer, Integer> buckets) {
        Histogram histogram = Histogram.empty(BUCKETS);
        for (Map.Entry<Integer, Integer> bucket : buckets.entrySet()) {
            for (int i = 0; i < bucket.getValue(); i++) {
                histogram = histogram.plus(Math.pow(2, (bucket.getKey() - 0.5) / 8));
            }
        }
        return histogram;
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(US_ASCII));
    }

    /**
     * The expected 55 bytes were written by hand: name (1), help (2), type (3) gauge, and one metric (4) with a gauge
     * (2) of 12.0.
     */
    @Test
    void isAMessageBehindItsLength() {
        publications.add(publication("research", "self", visitor -> visitor.sample(SERIES, 12)));

        assertThat(HexFormat.of().formatHex(scrape()))
                .isEqualTo("37" + "0a0d" + hex("sluice_series") + "1217" + hex("Series that are served.") + "1801"
                        + "220b" + "1209" + "09" + "0000000000002840");
    }

    /**
     * The example in section "Buckets" of Prometheus' specification of native histograms, with empty buckets instead of
     * spans.
     */
    @Test
    void hasTheBucketsOfTheSpecification() {
        NativeHistogram waits = published(hit(Map.of(-2, 3, -1, 5, 2, 1, 4, 3, 5, 2)));

        assertThat(waits.spans()).containsExactly(List.of(-2L, 8L));
        assertThat(waits.deltas()).containsExactly(3L, 2L, -5L, 0L, 1L, -1L, 3L, -1L);
        assertThat(waits.buckets()).isEqualTo(Map.of(-2, 3L, -1, 5L, 2, 1L, 4, 3L, 5, 2L));
        assertThat(waits.schema()).isEqualTo(3);
    }

    @Test
    void countsZerosApart() {
        NativeHistogram waits =
                published(Histogram.empty(BUCKETS).plus(0).plus(0).plus(1));

        assertThat(waits.zeros()).isEqualTo(2);
        assertThat(waits.zeroThreshold()).isEqualTo(0x1p-128);
        assertThat(waits.buckets()).isEqualTo(Map.of(0, 1L));
    }

    /** The threshold tells Prometheus that the histogram is not a classic histogram. */
    @Test
    void histogramOfNothingIsANativeOne() {
        NativeHistogram waits = published(Histogram.empty(BUCKETS));

        assertThat(waits.zeroThreshold()).isPositive();
        assertThat(waits.spans()).isEmpty();
        assertThat(waits.zeros()).isZero();
    }

    @Test
    void saysTheSameAsTheTextBesideNativeBuckets() {
        publications.add(publication(
                "research",
                "jobs",
                MetricBatch.of(List.of(
                        jobs("research", -0.5),
                        waits("research", hit(Map.of(1, 3, 90, 300))),
                        waits("ä \"quoted\" \\ \n text", Histogram.empty(BUCKETS))))));
        publications.add(publication("beta", "jobs", waits("beta", hit(Map.of(7, 1)))));

        assertThat(parsed().asText()).isEqualTo(ParsedExposition.parse(text()));
        assertThat(parsed().nativeHistograms()).hasSize(3);
    }

    @Test
    void servesOnlyTheFamiliesAskedFor() {
        publications.add(publication(
                "research", "jobs", MetricBatch.of(List.of(jobs("research", 1), waits("research", hit(Map.of()))))));

        assertThat(ParsedProtobuf.parse(scrape("slurm_queue_jobs")).asText().families())
                .containsOnlyKeys("slurm_queue_jobs");
    }
}
