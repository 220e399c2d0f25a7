package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.exporter.metrics.MetricFamily.MetricType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The declaration of one CloudWatch metric, which is rolled up from the samples of one family. If the budget is too
 * small, metrics at the end of the declarations are cut first.
 *
 * @param name CloudWatch metric name
 * @param family source of the samples
 * @param where accepted values by label; other labels accept any value
 * @param labels labels that become dimensions; the samples are aggregated over all other labels
 * @param aggregation aggregation for gauges
 * @param presence presence family, from the same source; if the presence family has a sample and the metric has no
 *     sample, the metric is 0; the metric's own family is always a presence family
 */
record DeclaredMetric(
        String name,
        MetricFamily family,
        Map<String, Set<String>> where,
        List<String> labels,
        Aggregation aggregation,
        MetricFamily presence) {

    DeclaredMetric {
        where = Map.copyOf(where);
        labels = List.copyOf(labels);
        for (String label :
                Stream.concat(labels.stream(), where.keySet().stream()).toList()) {
            if (!family.labels().contains(label)) {
                throw new IllegalArgumentException(family.name() + " has no label " + label);
            }
        }
        if (!presence.labels().containsAll(labels)) {
            throw new IllegalArgumentException(presence.name() + " lacks labels of " + name);
        }
        if (new HashSet<>(labels).size() < labels.size()) {
            throw new IllegalArgumentException("a label of " + name + " appears twice");
        }
    }

    /** Returns the accepted values by label of rules such as {@code state=idle|mixed}. */
    static Map<String, Set<String>> rules(List<String> where) {
        Map<String, Set<String>> rules = new HashMap<>();
        for (String rule : where) {
            int equals = rule.indexOf('=');
            rules.put(
                    rule.substring(0, equals), Set.of(rule.substring(equals + 1).split("\\|", -1)));
        }
        return rules;
    }

    /**
     * Returns the published metrics: the built-in metrics, then the configured metrics.
     *
     * @throws IllegalArgumentException if a configured metric is invalid
     */
    static List<DeclaredMetric> of(CloudWatchConfig config) {
        List<DeclaredMetric> all = new ArrayList<>(BuiltInMetrics.of(config.partitions(), config.nodeSets()));
        config.metrics().forEach(metric -> all.add(metric.declared()));
        Set<List<Object>> places = new HashSet<>();
        for (DeclaredMetric metric : all) {
            if (!places.add(List.of(metric.name(), metric.labels()))) {
                throw new IllegalArgumentException(metric.name() + " is declared twice for the same dimensions");
            }
        }
        return all;
    }

    boolean cumulative() {
        return family.type() == MetricType.COUNTER || family.type() == MetricType.HISTOGRAM;
    }

    /** Returns the CloudWatch unit. CloudWatch never combines points of one metric in two units. */
    String unit() {
        return switch (family.unit()) {
            case "seconds" -> "Seconds";
            case "bytes" -> "Bytes";
            default -> "Count";
        };
    }

    /** Returns the identity of the metric for the values of its labels, after the leading dimensions. */
    SeriesKey key(Map<String, String> leading, List<String> values) {
        Map<String, String> dimensions = new LinkedHashMap<>(leading);
        for (int i = 0; i < values.size(); i++) {
            dimensions.put(dimension(labels.get(i)), values.get(i));
        }
        return new SeriesKey(name, dimensions);
    }

    /** Returns the name of a dimension, as in Container Insights: {@code GpuType} for {@code gpu_type}. */
    private static String dimension(String label) {
        return switch (label) {
            case "cluster" -> "SlurmCluster";
            case "nodeset" -> "NodeSet";
            case "qos" -> "QOS";
            default ->
                Stream.of(label.split("_", -1))
                        .filter(word -> !word.isEmpty())
                        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                        .collect(Collectors.joining());
        };
    }
}
