package dev.sluice.exporter.sink.cloudwatch.rollup;

import dev.sluice.exporter.metrics.family.MetricFamily;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The allow-list: all that may be published.
 *
 * @param leading dimensions that every metric has in front of its own
 * @param metrics the declarations
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

    /** Which declarations look at a family, as their own or as a witness. */
    Map<MetricFamily, List<DeclaredMetric>> byFamily() {
        Map<MetricFamily, List<DeclaredMetric>> wanted = new HashMap<>();
        for (DeclaredMetric metric : metrics) {
            add(wanted, metric.family(), metric);
            if (!metric.witness().equals(metric.family())) {
                add(wanted, metric.witness(), metric);
            }
        }
        return wanted;
    }

    private static void add(
            Map<MetricFamily, List<DeclaredMetric>> wanted, MetricFamily family, DeclaredMetric metric) {
        wanted.computeIfAbsent(family, unused -> new ArrayList<>()).add(metric);
    }
}
