package dev.sluice.exporter.sink.prometheus;

import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.model.Histogram.NativeBuckets;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.PrometheusProtobufWriter;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import io.prometheus.metrics.model.snapshots.Unit;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes Prometheus' protobuf format, the only format with native histograms, with the Prometheus library. */
final class ProtobufWriter implements ExpositionFormat.Writer {

    private final Map<MetricFamily, List<DataPointSnapshot>> points = new HashMap<>();

    @Override
    public void sample(MetricFamily family, double value, String... labelValues) {
        Labels labels = labels(family, labelValues);
        add(
                family,
                switch (family.type()) {
                    case COUNTER -> new CounterDataPointSnapshot(value, labels, null, 0);
                    case GAUGE -> new GaugeDataPointSnapshot(value, labels, null);
                    case INFO -> new InfoDataPointSnapshot(labels);
                    case HISTOGRAM ->
                        throw new IllegalArgumentException(family.name() + " is a histogram, not a number");
                });
    }

    @Override
    public void histogram(MetricFamily family, Histogram histogram, String... labelValues) {
        List<Double> bounds = new ArrayList<>(histogram.upperBounds());
        bounds.add(Double.POSITIVE_INFINITY);
        NativeBuckets own = histogram.nativeBuckets();
        add(
                family,
                HistogramDataPointSnapshot.builder()
                        .classicHistogramBuckets(ClassicHistogramBuckets.of(bounds, histogram.counts()))
                        .nativeSchema(NativeBuckets.SCHEMA)
                        .nativeZeroCount(own.zeros())
                        .nativeZeroThreshold(NativeBuckets.ZERO_THRESHOLD)
                        .nativeBucketsForPositiveValues(NativeHistogramBuckets.of(
                                List.copyOf(own.counts().keySet()),
                                List.copyOf(own.counts().values())))
                        .sum(histogram.sum())
                        .labels(labels(family, labelValues))
                        .build());
    }

    @Override
    public Set<MetricFamily> families() {
        return points.keySet();
    }

    @Override
    public void writeTo(OutputStream out, List<MetricFamily> families) throws IOException {
        var writer = new PrometheusProtobufWriter();
        for (MetricFamily family : families) {
            if (points.containsKey(family)) {
                writer.write(out, new MetricSnapshots(snapshot(family)), EscapingScheme.ALLOW_UTF8);
            }
        }
    }

    private void add(MetricFamily family, DataPointSnapshot point) {
        points.computeIfAbsent(family, unused -> new ArrayList<>()).add(point);
    }

    /** Returns the samples of a family; the library appends the suffix of the type to the name. */
    MetricSnapshot snapshot(MetricFamily family) {
        MetricMetadata metadata = new MetricMetadata(
                ExpositionFormat.openMetricsName(family),
                family.help(),
                family.unit().isEmpty() ? null : new Unit(family.unit()));
        return switch (family.type()) {
            case COUNTER -> new CounterSnapshot(metadata, points(family, CounterDataPointSnapshot.class));
            case GAUGE -> new GaugeSnapshot(metadata, points(family, GaugeDataPointSnapshot.class));
            case INFO -> new InfoSnapshot(metadata, points(family, InfoDataPointSnapshot.class));
            case HISTOGRAM -> new HistogramSnapshot(metadata, points(family, HistogramDataPointSnapshot.class));
        };
    }

    private <P> List<P> points(MetricFamily family, Class<P> type) {
        return points.getOrDefault(family, List.of()).stream().map(type::cast).toList();
    }

    private static Labels labels(MetricFamily family, String... values) {
        Labels.Builder labels = Labels.builder();
        for (int i = 0; i < values.length; i++) {
            if (!values[i].isEmpty()) {
                labels.label(family.labels().get(i), values[i]);
            }
        }
        return labels.build();
    }
}
