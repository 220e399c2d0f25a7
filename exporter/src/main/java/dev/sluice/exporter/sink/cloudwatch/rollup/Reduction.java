package dev.sluice.exporter.sink.cloudwatch.rollup;

import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.metrics.family.MetricFamily;
import dev.sluice.exporter.metrics.family.MetricVisitor;
import dev.sluice.exporter.model.Histogram;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Rolls up a batch of metrics to the declared CloudWatch metrics. Prometheus gets the same batch. Each instance is used
 * only once.
 */
public final class Reduction implements MetricVisitor {

    private final Map<MetricFamily, List<Target>> wanted = new HashMap<>();
    /**
     * Targets by the identity of the family. A lookup by equality for each sample would take most of the reduction's
     * time.
     */
    private final IdentityHashMap<MetricFamily, List<Target>> found = new IdentityHashMap<>();

    private final List<Target> targets = new ArrayList<>();

    private Reduction(Profile profile) {
        for (DeclaredMetric metric : profile.metrics()) {
            Target own = new Target(metric, metric.family(), new HashMap<>());
            targets.add(own);
            want(own);
            if (!metric.presence().equals(metric.family())) {
                want(new Target(metric, metric.presence(), own.cells()));
            }
        }
    }

    private void want(Target target) {
        wanted.computeIfAbsent(target.family(), unused -> new ArrayList<>()).add(target);
    }

    /** Returns the declared metrics with samples in the batch, in no particular order. */
    public static List<Rollup> of(MetricBatch batch, Profile profile) {
        Reduction reduction = new Reduction(profile);
        batch.forEach(reduction);
        List<Rollup> rollups = new ArrayList<>();
        for (Target target : reduction.targets) {
            target.cells()
                    .forEach((values, cell) -> rollups.add(new Rollup(
                            target.metric(),
                            key(profile.leading(), target.metric(), values),
                            cell.reading(target.metric()))));
        }
        return rollups;
    }

    @Override
    public void sample(MetricFamily family, double value, String... labelValues) {
        for (Target target : targets(family)) {
            target.cell(labelValues)
                    .filter(cell -> target.takes(labelValues))
                    .ifPresent(cell -> cell.add(target.metric(), value, labelValues));
        }
    }

    @Override
    public void histogram(MetricFamily family, Histogram histogram, String... labelValues) {
        for (Target target : targets(family)) {
            target.cell(labelValues)
                    .filter(cell -> target.takes(labelValues))
                    .ifPresent(cell -> cell.add(histogram, labelValues));
        }
    }

    private List<Target> targets(MetricFamily family) {
        return found.computeIfAbsent(family, key -> wanted.getOrDefault(key, List.of()));
    }

    private static SeriesKey key(List<Dimension> leading, DeclaredMetric metric, List<String> values) {
        List<Dimension> dimensions = new ArrayList<>(leading);
        for (int i = 0; i < values.size(); i++) {
            dimensions.add(new Dimension(DimensionNames.of(metric.labels().get(i)), values.get(i)));
        }
        return new SeriesKey(metric.name(), dimensions);
    }

    /**
     * A metric that uses the samples of a family. The family is the metric's own family or the metric's presence
     * family.
     */
    private record Target(DeclaredMetric metric, MetricFamily family, Map<List<String>, Cell> cells) {

        boolean own() {
            return metric.family().equals(family);
        }

        /** Returns the cell of the sample; empty if the sample lacks a dimension's label. */
        Optional<Cell> cell(String... labelValues) {
            List<String> values = new ArrayList<>(metric.labels().size());
            for (String label : metric.labels()) {
                String value = labelValues[family.labels().indexOf(label)];
                if (value.isEmpty()) {
                    return Optional.empty();
                }
                values.add(value);
            }
            return Optional.of(cells.computeIfAbsent(values, unused -> new Cell()));
        }

        boolean takes(String... labelValues) {
            return own()
                    && metric.where().entrySet().stream()
                            .allMatch(rule -> rule.getValue()
                                    .contains(labelValues[family.labels().indexOf(rule.getKey())]));
        }
    }
}
