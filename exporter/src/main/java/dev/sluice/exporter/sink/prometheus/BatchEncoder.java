package dev.sluice.exporter.sink.prometheus;

import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.metrics.family.MetricFamily;
import dev.sluice.exporter.metrics.family.MetricVisitor;
import dev.sluice.exporter.model.Histogram;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Encodes one batch into one fragment per family. Each instance encodes only one batch. */
final class BatchEncoder implements MetricVisitor {

    private final Map<MetricFamily, FamilyLayout> catalogue;
    private final FragmentEncoder out;
    private final SampleWriter writer;
    private final Map<FamilyLayout, Fragment> fragments = new HashMap<>();
    private Optional<FamilyLayout> current = Optional.empty();
    private int samples;

    private BatchEncoder(Map<MetricFamily, FamilyLayout> catalogue, SampleForm form, FragmentEncoder out) {
        this.catalogue = catalogue;
        this.out = out;
        this.writer = form.writer(out);
    }

    /**
     * @throws IllegalArgumentException if the batch breaks the contract of {@link MetricVisitor} or contains a family
     *     that is not in the catalogue
     */
    static Map<FamilyLayout, Fragment> encode(
            MetricBatch batch, SampleForm form, Map<MetricFamily, FamilyLayout> catalogue) {
        try (var out = new FragmentEncoder()) {
            var encoder = new BatchEncoder(catalogue, form, out);
            batch.forEach(encoder);
            encoder.endFamily();
            return Map.copyOf(encoder.fragments);
        }
    }

    @Override
    public void sample(MetricFamily family, double value, String... labelValues) {
        FamilyLayout layout = layoutOf(family);
        layout.check(value, labelValues);
        writer.sample(layout, value, labelValues);
        samples++;
    }

    @Override
    public void histogram(MetricFamily family, Histogram histogram, String... labelValues) {
        FamilyLayout layout = layoutOf(family);
        layout.check(histogram, labelValues);
        writer.histogram(layout, histogram, labelValues);
        samples += layout.seriesOfEach();
    }

    private FamilyLayout layoutOf(MetricFamily family) {
        if (current.isPresent() && current.get().family().equals(family)) {
            return current.get();
        }
        endFamily();
        var layout = catalogue.get(family);
        if (layout == null) {
            throw new IllegalArgumentException(family.name() + " is not in the catalogue");
        }
        if (fragments.containsKey(layout)) {
            throw new IllegalArgumentException(family.name() + " comes in more than one run");
        }
        current = Optional.of(layout);
        return layout;
    }

    private void endFamily() {
        current.ifPresent(layout -> fragments.put(layout, out.finish(samples)));
        current = Optional.empty();
        samples = 0;
    }
}
