package dev.sluice.exporter.sink.cloudwatch.rollup;

import dev.sluice.exporter.metrics.family.MetricFamily;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One CloudWatch metric: which samples of which family, rolled up to which dimensions. Nothing is published that is not
 * declared.
 *
 * @param name CloudWatch's metric name
 * @param priority what is cut first when the budget is too small: the largest
 * @param family where the samples come from
 * @param where for a label the values that are taken; labels that are not named are taken whatever they say
 * @param labels labels that become dimensions; over all others the samples are folded
 * @param aggregation how gauges are folded
 * @param witness a family of the same source whose samples say what is known: where it has a sample and the metric has
 *     none, the metric is 0. The metric's own family is always a witness, too
 */
public record DeclaredMetric(
        String name,
        int priority,
        MetricFamily family,
        Map<String, Set<String>> where,
        List<String> labels,
        Aggregation aggregation,
        MetricFamily witness) {

    public DeclaredMetric {
        where = Map.copyOf(where);
        labels = List.copyOf(labels);
        List<String> missing = new ArrayList<>(labels);
        missing.addAll(where.keySet());
        missing.removeAll(family.labels());
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException(family.name() + " has no label " + missing.get(0));
        }
        if (!witness.labels().containsAll(labels)) {
            throw new IllegalArgumentException(witness.name() + " lacks labels of " + name);
        }
        if (new HashSet<>(labels).size() < labels.size()) {
            throw new IllegalArgumentException("a label of " + name + " is there twice");
        }
    }

    public Unit unit() {
        return Unit.of(family);
    }
}
