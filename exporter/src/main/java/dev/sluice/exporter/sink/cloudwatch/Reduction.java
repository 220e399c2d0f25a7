package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.exporter.metrics.MetricVisitor;
import dev.sluice.exporter.model.Histogram;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Rolls up a batch of metrics to the declared CloudWatch metrics. Each instance is used only once. */
final class Reduction implements MetricVisitor {

    private final Map<MetricFamily, List<Target>> wanted = new HashMap<>();
    /** By identity: a lookup by equality for each sample would take most of the reduction's time. */
    private final IdentityHashMap<MetricFamily, List<Target>> found = new IdentityHashMap<>();

    /** A metric that uses the samples of its own family, or only the presence of samples of another family. */
    private record Target(DeclaredMetric metric, MetricFamily family, Map<List<String>, Cell> cells) {

        /** Adds a sample; ignores a sample without a dimension's label. */
        void add(double[] values, String... labelValues) {
            List<String> key = new ArrayList<>(metric.labels().size());
            for (String label : metric.labels()) {
                key.add(value(label, labelValues));
            }
            if (!key.contains("")) {
                Cell cell = cells.computeIfAbsent(key, unused -> new Cell());
                if (metric.family().equals(family)
                        && metric.where().entrySet().stream()
                                .allMatch(rule -> rule.getValue().contains(value(rule.getKey(), labelValues)))) {
                    cell.add(metric, values, labelValues);
                }
            }
        }

        private String value(String label, String... labelValues) {
            return labelValues[family.labels().indexOf(label)];
        }
    }

    /** The sum of the samples of a metric with one set of dimensions. */
    private static final class Cell {

        private final Map<String, double[]> totals = new TreeMap<>();
        private double level;
        private int samples;

        void add(DeclaredMetric metric, double[] values, String... labelValues) {
            if (metric.cumulative()) {
                // No label value of Slurm or Kubernetes contains the separator.
                totals.put(String.join("\u0000", labelValues), values);
                return;
            }
            double value = values[0];
            samples++;
            level = switch (metric.aggregation()) {
                case SUM, AVERAGE -> level + value;
                case MAX -> samples == 1 ? value : Math.max(level, value);
                case MIN -> samples == 1 ? value : Math.min(level, value);
                case PRESENT -> 1;
            };
        }

        double level(DeclaredMetric metric) {
            return metric.aggregation() == Aggregation.AVERAGE && samples > 0 ? level / samples : level;
        }
    }

    private Reduction() {}

    /** Returns the declared metrics with samples in the batch, in no particular order. */
    static List<ReducedMetric> of(MetricBatch batch, List<DeclaredMetric> metrics, Map<String, String> leading) {
        Reduction reduction = new Reduction();
        List<Target> targets = new ArrayList<>();
        for (DeclaredMetric metric : metrics) {
            Target own = new Target(metric, metric.family(), new HashMap<>());
            targets.add(own);
            reduction.want(own);
            if (!metric.presence().equals(metric.family())) {
                reduction.want(new Target(metric, metric.presence(), own.cells()));
            }
        }
        batch.forEach(reduction);
        List<ReducedMetric> rollups = new ArrayList<>();
        for (int i = 0; i < targets.size(); i++) {
            int priority = i;
            DeclaredMetric metric = targets.get(i).metric();
            targets.get(i)
                    .cells()
                    .forEach((values, cell) -> rollups.add(new ReducedMetric(
                            metric, priority, metric.key(leading, values), cell.level(metric), cell.totals)));
        }
        return rollups;
    }

    private void want(Target target) {
        wanted.computeIfAbsent(target.family(), unused -> new ArrayList<>()).add(target);
    }

    @Override
    public void sample(MetricFamily family, double value, String... labelValues) {
        for (Target target : targets(family)) {
            target.add(new double[] {value}, labelValues);
        }
    }

    @Override
    public void histogram(MetricFamily family, Histogram histogram, String... labelValues) {
        for (Target target : targets(family)) {
            target.add(Increases.values(histogram), labelValues);
        }
    }

    private List<Target> targets(MetricFamily family) {
        return found.computeIfAbsent(family, key -> wanted.getOrDefault(key, List.of()));
    }
}
