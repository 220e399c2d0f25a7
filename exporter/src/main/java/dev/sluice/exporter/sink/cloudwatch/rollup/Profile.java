package dev.sluice.exporter.sink.cloudwatch.rollup;

import java.util.HashSet;
import java.util.List;
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
}
