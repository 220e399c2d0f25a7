package dev.sluice.exporter.sink.cloudwatch.rollup;

import dev.sluice.exporter.metrics.family.MetricFamily;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Declares metrics by the names of families, labels and values. Priorities follow the order of declaration. */
final class Declarations {

    private static final int STEP = 10;

    private final Map<String, MetricFamily> families = new HashMap<>();
    private final List<DeclaredMetric> declared = new ArrayList<>();
    private final int firstPriority;

    Declarations(List<MetricFamily> families, int firstPriority) {
        families.forEach(family -> this.families.put(family.name(), family));
        this.firstPriority = firstPriority;
    }

    /** A dimension level: the labels that become dimensions, and an optional presence family. */
    record Level(List<String> labels, Optional<String> presence) {

        static Level of(String... labels) {
            return new Level(Arrays.asList(labels), Optional.empty());
        }

        Level presentBy(String family) {
            return new Level(labels, Optional.of(family));
        }
    }

    /**
     * Declares a metric.
     *
     * @param aggregation aggregation for gauges
     * @param where rules such as {@code state=idle|planned}
     */
    void add(Aggregation aggregation, Level level, String name, String family, String... where) {
        MetricFamily source = family(family);
        declared.add(new DeclaredMetric(
                name,
                firstPriority + STEP * declared.size(),
                source,
                rules(where),
                level.labels(),
                aggregation,
                level.presence().map(this::family).orElse(source)));
    }

    private MetricFamily family(String name) {
        MetricFamily family = families.get(name);
        if (family == null) {
            throw new IllegalArgumentException("no such family: " + name);
        }
        return family;
    }

    private static Map<String, Set<String>> rules(String... where) {
        Map<String, Set<String>> rules = new HashMap<>();
        for (String rule : where) {
            int equals = rule.indexOf('=');
            rules.put(
                    rule.substring(0, equals), Set.of(rule.substring(equals + 1).split("\\|", -1)));
        }
        return rules;
    }

    List<DeclaredMetric> declared() {
        return List.copyOf(declared);
    }
}
