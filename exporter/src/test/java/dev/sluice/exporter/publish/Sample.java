package dev.sluice.exporter.publish;

import dev.sluice.exporter.derive.usage.PriceList;
import dev.sluice.exporter.derive.usage.UsageStore;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.exporter.metrics.MetricVisitor;
import dev.sluice.exporter.metrics.MetricsConfig;
import dev.sluice.exporter.metrics.Publications.Publication;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.model.SourceStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** One sample, or one histogram with its count as the value. */
public record Sample(MetricFamily family, List<String> labels, double value) {

    public static List<Sample> of(MetricBatch batch) {
        List<Sample> samples = new ArrayList<>();
        batch.forEach(new MetricVisitor() {
            @Override
            public void sample(MetricFamily family, double value, String... labels) {
                samples.add(new Sample(family, List.of(labels), value));
            }

            @Override
            public void histogram(MetricFamily family, Histogram histogram, String... labels) {
                samples.add(new Sample(family, List.of(labels), histogram.count()));
            }
        });
        return samples;
    }

    /** Returns the samples of one family. */
    public static List<Sample> of(MetricBatch batch, String family) {
        return of(batch).stream()
                .filter(sample -> sample.family().name().equals(family))
                .toList();
    }

    public static List<String> texts(MetricBatch batch) {
        return of(batch).stream().map(Sample::toString).toList();
    }

    /** Returns a publisher of the cluster alpha without Kubernetes. */
    static ClusterPublisher publisher(MetricsConfig config, Consumer<Publication> output) {
        return new ClusterPublisher("alpha", config, output, List::of, UsageStore.NOWHERE, PriceList.NONE);
    }

    /** Returns the status of a source of the cluster alpha after a response. */
    static SourceStatus status(String source, Instant at) {
        return SourceStatus.waiting(
                        "alpha", source, new SourceStatus.Pace(Duration.ofSeconds(15), Duration.ofSeconds(90)))
                .answered(at, new SourceStatus.Answer("26.05.5", "v0.0.45", 0, 0, Optional.empty()), Duration.ZERO);
    }

    /** Returns the value of a label; empty if the family has no such label. */
    public String label(String name) {
        int place = family.labels().indexOf(name);
        return place < 0 ? "" : labels.get(place);
    }

    @Override
    public String toString() {
        return family.name() + labels + " " + value;
    }
}
