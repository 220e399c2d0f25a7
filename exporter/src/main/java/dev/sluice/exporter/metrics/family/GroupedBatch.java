package dev.sluice.exporter.metrics.family;

import dev.sluice.exporter.model.Histogram;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Merges several batches, so that the samples of each family are consecutive. */
public final class GroupedBatch implements MetricBatch {

    private final List<MetricBatch> parts;

    /** Merges batches. The samples of one family keep the order of the batches. */
    public GroupedBatch(List<? extends MetricBatch> parts) {
        this.parts = List.copyOf(parts);
    }

    private interface Item {
        void visit(MetricVisitor visitor);
    }

    private static final class Items implements MetricVisitor {

        private final Map<MetricFamily, List<Item>> byFamily = new LinkedHashMap<>();

        @Override
        public void sample(MetricFamily family, double value, String... labelValues) {
            String[] copy = labelValues.clone();
            add(family, visitor -> visitor.sample(family, value, copy));
        }

        @Override
        public void histogram(MetricFamily family, Histogram histogram, String... labelValues) {
            String[] copy = labelValues.clone();
            add(family, visitor -> visitor.histogram(family, histogram, copy));
        }

        private void add(MetricFamily family, Item item) {
            byFamily.computeIfAbsent(family, unused -> new ArrayList<>()).add(item);
        }
    }

    @Override
    public void forEach(MetricVisitor visitor) {
        Items items = new Items();
        parts.forEach(part -> part.forEach(items));
        items.byFamily.values().forEach(run -> run.forEach(item -> item.visit(visitor)));
    }
}
