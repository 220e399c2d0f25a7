package dev.sluice.exporter.sink.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.exporter.metrics.MetricFamily;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What is the same in every exposition of a family, encoded once: headers, and what surrounds label values. */
final class FamilyLayout {

    private final MetricFamily family;
    private final byte[] name;
    private final List<byte[]> labels;
    private final Map<ExpositionFormat, Fragment> headers = new EnumMap<>(ExpositionFormat.class);

    FamilyLayout(MetricFamily family, FragmentEncoder encoder) {
        this.family = family;
        this.name = family.name().getBytes(UTF_8);
        this.labels = family.labels().stream()
                .map(label -> (label + "=\"").getBytes(UTF_8))
                .toList();
        for (ExpositionFormat format : ExpositionFormat.values()) {
            encoder.append(format.header(family).getBytes(UTF_8));
            headers.put(format, encoder.finish(0));
        }
    }

    MetricFamily family() {
        return family;
    }

    Fragment header(ExpositionFormat format) {
        return Objects.requireNonNull(headers.get(format));
    }

    /** Appends one sample line. */
    void appendSample(FragmentEncoder out, double value, String... labelValues) {
        if (labelValues.length != labels.size()) {
            throw new IllegalArgumentException("%s has %d labels, but a sample has %d values"
                    .formatted(family.name(), labels.size(), labelValues.length));
        }
        if (Double.isNaN(value)) {
            throw new IllegalArgumentException(family.name() + " has a sample that is not a number");
        }
        out.append(name);
        char separator = '{';
        for (int i = 0; i < labelValues.length; i++) {
            if (!labelValues[i].isEmpty()) {
                out.append(separator);
                out.append(labels.get(i));
                SampleText.appendLabelValue(out, labelValues[i]);
                out.append('"');
                separator = ',';
            }
        }
        if (separator == ',') {
            out.append('}');
        }
        out.append(' ');
        SampleText.appendNumber(out, value);
        out.append('\n');
    }
}
