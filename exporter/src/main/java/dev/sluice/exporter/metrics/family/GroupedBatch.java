package dev.sluice.exporter.metrics.family;

import dev.sluice.exporter.model.Histogram;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Merges several batches, so that the samples of each family are consecutive. */
public final class GroupedBatch implements MetricBatch {

    private final List<MetricBatch> parts;
    private final Predicate<MetricFamily> common;

    /** Merges batches that can have any families in common. */
    public GroupedBatch(List<? extends MetricBatch> parts) {
        this(parts, family -> true);
    }

    /**
     * Merges batches. The samples of one family keep the order of the batches.
     *
     * @param common the families that several batches contain; a visit holds their samples in memory, and passes them
     *     after all other samples
     */
    public GroupedBatch(List<? extends MetricBatch> parts, Predicate<MetricFamily> common) {
        this.parts = List.copyOf(parts);
        this.common = common;
    }

    private interface Item {
        void visit(MetricVisitor visitor);
    }

    private final class Items implements MetricVisitor {

        private final Map<MetricFamily, List<Item>> byFamily = new LinkedHashMap<>();
        private final MetricVisitor others;

        Items(MetricVisitor others) {
            this.others = others;
        }

        @Override
        public void sample(MetricFamily family, double value, String... labelValues) {
            if (common.test(family)) {
                String[] copy = labelValues.clone();
                add(family, visitor -> visitor.sample(family, value, copy));
            } else {
                others.sample(family, value, labelValues);
            }
        }

        @Override
        public void histogram(MetricFamily family, Histogram histogram, String... labelValues) {
            if (common.test(family)) {
                String[] copy = labelValues.clone();
                add(family, visitor -> visitor.histogram(family, histogram, copy));
            } else {
                others.histogram(family, histogram, labelValues);
            }
        }

        private void add(MetricFamily family, Item item) {
            byFamily.computeIfAbsent(family, unused -> new ArrayList<>()).add(item);
        }
    }

    @Override
    public void forEach(MetricVisitor visitor) {
        Items items = new Items(visitor);
        parts.forEach(part -> part.forEach(items));
        items.byFamily.values().forEach(run -> run.forEach(item -> item.visit(visitor)));
    }
}
