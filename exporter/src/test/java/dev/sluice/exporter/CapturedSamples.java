package dev.sluice.exporter;

import dev.sluice.exporter.metrics.MetricsConfig;
import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.metrics.family.MetricFamily;
import dev.sluice.exporter.metrics.family.MetricVisitor;
import dev.sluice.exporter.model.Histogram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All samples of the captured cluster, from all sources of the cluster. */
final class CapturedSamples {

    private CapturedSamples() {}

    /** One sample, or one histogram. */
    record Sample(MetricFamily family, List<String> labels) {

        /** Returns the value of a label; empty if the family has no such label. */
        String label(String name) {
            int place = family.labels().indexOf(name);
            return place < 0 ? "" : labels.get(place);
        }
    }

    static List<Sample> of(MetricsConfig config) throws Exception {
        Map<String, List<Sample>> newest = new TreeMap<>();
        GoldenExpositionTest.publishTheCapturedCluster(
                config, publication -> newest.put(publication.source(), samples(publication.batch())));
        return newest.values().stream().flatMap(List::stream).toList();
    }

    private static List<Sample> samples(MetricBatch batch) {
        List<Sample> samples = new ArrayList<>();
        batch.forEach(new MetricVisitor() {
            @Override
            public void sample(MetricFamily family, double value, String... labels) {
                samples.add(new Sample(family, List.of(labels)));
            }

            @Override
            public void histogram(MetricFamily family, Histogram histogram, String... labels) {
                samples.add(new Sample(family, List.of(labels)));
            }
        });
        return samples;
    }
}
