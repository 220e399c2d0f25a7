package dev.sluice.exporter.sink.cloudwatch.rollup;

import dev.sluice.exporter.metrics.family.MetricFamily;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The declaration of one CloudWatch metric, which is rolled up from the samples of one family. Only declared metrics
 * are published.
 *
 * @param name CloudWatch metric name
 * @param priority rank in the budget; if the budget is too small, the metric with the largest number is cut first
 * @param family source of the samples
 * @param where accepted values by label; other labels accept any value
 * @param labels labels that become dimensions; the samples are aggregated over all other labels
 * @param aggregation aggregation for gauges
 * @param presence presence family, from the same source; if the presence family has a sample and the metric has no
 *     sample, the metric is 0; the metric's own family is always a presence family
 */
public record DeclaredMetric(
        String name,
        int priority,
        MetricFamily family,
        Map<String, Set<String>> where,
        List<String> labels,
        Aggregation aggregation,
        MetricFamily presence) {

    public DeclaredMetric {
        where = Map.copyOf(where);
        labels = List.copyOf(labels);
        List<String> missing = new ArrayList<>(labels);
        missing.addAll(where.keySet());
        missing.removeAll(family.labels());
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException(family.name() + " has no label " + missing.get(0));
        }
        if (!presence.labels().containsAll(labels)) {
            throw new IllegalArgumentException(presence.name() + " lacks labels of " + name);
        }
        if (new HashSet<>(labels).size() < labels.size()) {
            throw new IllegalArgumentException("a label of " + name + " appears twice");
        }
    }

    public Unit unit() {
        return Unit.of(family);
    }
}
