package dev.sluice.exporter.sink.prometheus;

import static dev.sluice.exporter.sink.prometheus.SampleFamilies.NOON;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.NOTHING;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.gunzip;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.publication;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.exporter.metrics.MetricFamily.MetricType;
import dev.sluice.exporter.metrics.MetricVisitor;
import dev.sluice.exporter.metrics.Publications;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.fixtures.SettableClock;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that the exporter's bytes have the same meaning as the bytes of the Prometheus library's own writers, for the
 * same samples.
 */
class LibraryComparisonTest {

    private static final List<String> PIECES = List.of(
            "gpu", "n[1-4]", "\\", "\"", "\n", "\r", "\t", " ", "{", "}", ",", "=", "#", "é", "ß", "日本", "😀", "\ud800",
            "\\n");
    private static final List<MetricType> TYPES = List.of(MetricType.values());
    private static final double[] ODD_VALUES = {
        0, 1, 0.1, 1e15, 1e15 + 1, 9007199254740992.0, 1e300, Double.MIN_VALUE, Double.MAX_VALUE, Math.PI
    };

    private static final List<Double> BUCKETS = List.of(0.5, 1.0, 60.0, 86_400.0);

    private record Sample(double value, Optional<Histogram> histogram, List<String> labels) {

        void visit(MetricFamily family, MetricVisitor visitor) {
            String[] values = labels.toArray(String[]::new);
            histogram.ifPresentOrElse(
                    present -> visitor.histogram(family, present, values), () -> visitor.sample(family, value, values));
        }
    }

    private record Family(MetricFamily family, List<Sample> samples) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void meansTheSameInTextFormat(long seed) throws IOException {
        compare(seed, ExpositionFormat.TEXT, PrometheusTextFormatWriter.create());
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void meansTheSameInOpenMetrics(long seed) throws IOException {
        compare(seed, ExpositionFormat.OPENMETRICS, OpenMetricsTextFormatWriter.create());
    }

    private static void compare(long seed, ExpositionFormat format, ExpositionFormatWriter writer) throws IOException {
        List<Family> families = randomFamilies(new Random(seed));

        var ours = ParsedExposition.parse(gunzip(sinkOf(families).gzip(format, Set.of(), () -> NOTHING)));

        assertThat(ours).isEqualTo(ParsedExposition.parse(new String(theirs(families, writer), UTF_8)));
        assertThat(format.contentType()).isEqualTo(writer.getContentType());
    }

    private static PrometheusSink sinkOf(List<Family> families) {
        var publications = new Publications(new SettableClock(NOON));
        publications.add(publication(
                "any",
                "any",
                visitor -> families.forEach(
                        family -> family.samples().forEach(sample -> sample.visit(family.family(), visitor)))));
        return new PrometheusSink(families.stream().map(Family::family).toList(), publications);
    }

    private static byte[] theirs(List<Family> families, ExpositionFormatWriter writer) throws IOException {
        var samples = new ProtobufWriter();
        families.forEach(family -> family.samples().forEach(sample -> sample.visit(family.family(), samples)));
        var snapshots = families.stream()
                .map(family -> samples.snapshot(family.family()))
                .toArray(MetricSnapshot[]::new);
        var theirs = new ByteArrayOutputStream();
        writer.write(theirs, new MetricSnapshots(snapshots), EscapingScheme.ALLOW_UTF8);
        return theirs.toByteArray();
    }

    private static List<Family> randomFamilies(Random random) {
        List<Family> families = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            MetricType type = TYPES.get(random.nextInt(TYPES.size()));
            String unit = type == MetricType.INFO
                    ? ""
                    : List.of("", "seconds", "bytes").get(random.nextInt(3));
            Optional<List<Double>> buckets = type == MetricType.HISTOGRAM ? Optional.of(BUCKETS) : Optional.empty();
            String suffix = switch (type) {
                case GAUGE, HISTOGRAM -> "";
                case COUNTER -> "_total";
                case INFO -> "_info";
            };
            String name = "slurm_family" + i + "_of" + (unit.isEmpty() ? "" : "_" + unit) + suffix;
            var family = new MetricFamily(
                    name,
                    type,
                    unit,
                    List.of("zone", "cluster", "serial"),
                    "Help " + randomText(random) + ".",
                    buckets);
            List<Sample> samples = new ArrayList<>();
            for (int serial = 0; serial <= random.nextInt(50); serial++) {
                samples.add(new Sample(
                        type == MetricType.HISTOGRAM ? 0 : randomValue(random, type),
                        buckets.map(bounds -> randomHistogram(random)),
                        List.of(randomText(random), randomText(random), Integer.toString(serial))));
            }
            families.add(new Family(family, samples));
        }
        return families;
    }

    private static String randomText(Random random) {
        var text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }

    private static double randomValue(Random random, MetricType type) {
        double value = switch (random.nextInt(4)) {
            case 0 -> ODD_VALUES[random.nextInt(ODD_VALUES.length)];
            case 1 -> random.nextInt(1_000_000);
            case 2 -> random.nextDouble();
            default -> Math.abs(random.nextGaussian()) * 1e12;
        };
        return switch (type) {
            case GAUGE -> random.nextInt(20) == 0 ? Double.NEGATIVE_INFINITY : random.nextBoolean() ? -value : value;
            case COUNTER -> value;
            case INFO, HISTOGRAM -> 1;
        };
    }

    /** Uses multiples of 0.5, because the sum of such numbers is exact in any order. */
    private static Histogram randomHistogram(Random random) {
        Histogram histogram = Histogram.empty(BUCKETS);
        for (int i = random.nextInt(20); i > 0; i--) {
            histogram = histogram.plus(random.nextInt(400_000) / 2.0 / (1 << random.nextInt(18)));
        }
        return histogram;
    }
}
