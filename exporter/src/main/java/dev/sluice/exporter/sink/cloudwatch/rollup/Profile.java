package dev.sluice.exporter.sink.cloudwatch.rollup;

import dev.sluice.exporter.metrics.family.MetricFamily;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The allow-list of published metrics.
 *
 * @param leading dimensions that precede the own dimensions of each metric
 * @param metrics declarations of the metrics
 */
public record Profile(List<Dimension> leading, List<DeclaredMetric> metrics) {

    public Profile {
        leading = List.copyOf(leading);
        metrics = List.copyOf(metrics);
        Set<List<Object>> places = new HashSet<>();
        for (DeclaredMetric metric : metrics) {
            if (!places.add(List.of(metric.name(), metric.labels()))) {
                throw new IllegalArgumentException(metric.name() + " is declared twice for the same dimensions");
            }
        }
    }

    /**
     * Returns the declarations by family. The map contains a declaration under the metric's own family and under its
     * presence family.
     */
    Map<MetricFamily, List<DeclaredMetric>> byFamily() {
        Map<MetricFamily, List<DeclaredMetric>> wanted = new HashMap<>();
        for (DeclaredMetric metric : metrics) {
            add(wanted, metric.family(), metric);
            if (!metric.presence().equals(metric.family())) {
                add(wanted, metric.presence(), metric);
            }
        }
        return wanted;
    }

    private static void add(
            Map<MetricFamily, List<DeclaredMetric>> wanted, MetricFamily family, DeclaredMetric metric) {
        wanted.computeIfAbsent(family, unused -> new ArrayList<>()).add(metric);
    }
}
