package dev.sluice.exporter.sink.otlp;

import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.exporter.metrics.MetricFamily.MetricType;
import dev.sluice.exporter.metrics.MetricVisitor;
import dev.sluice.exporter.model.Histogram;
import java.util.Arrays;
import java.util.List;

/**
 * Two artificial series of each family of the catalogue. One series has all labels and special characters; the other
 * series has few labels.
 */
final class EveryFamily {

    private static final double[] VALUES = {0, 1, 0.1, 1e300, -3.5, 9007199254740992.0, 1e-9};

    private EveryFamily() {}

    static MetricBatch batch() {
        return visitor -> {
            List<MetricFamily> families = MetricCatalog.families();
            for (int i = 0; i < families.size(); i++) {
                sample(visitor, families.get(i), i, "a \"quoted\" \\ ä \n label");
                if (!families.get(i).labels().isEmpty()) {
                    sample(visitor, families.get(i), i + 1, "");
                }
            }
        };
    }

    private static void sample(MetricVisitor visitor, MetricFamily family, int seed, String lastLabel) {
        String[] labels = new String[family.labels().size()];
        Arrays.fill(labels, "value");
        if (labels.length > 0) {
            labels[labels.length - 1] = lastLabel;
        }
        if (family.type() == MetricType.HISTOGRAM) {
            Histogram histogram = Histogram.empty(family.buckets().orElseThrow());
            for (int i = 0; i < 7 + seed; i++) {
                histogram = histogram.plus(i * 37.5 * i);
            }
            visitor.histogram(family, histogram, labels);
        } else {
            visitor.sample(family, VALUES[seed % VALUES.length], labels);
        }
    }
}
