package dev.sluice.exporter.sink.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.exporter.model.Buckets;
import dev.sluice.exporter.model.Histogram;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What is the same in every exposition of a family, encoded once: headers, and what surrounds label values. */
final class FamilyLayout {

    private static final byte[] NO_SUFFIX = {};
    private static final byte[] BUCKET = "_bucket".getBytes(UTF_8);
    private static final byte[] SUM = "_sum".getBytes(UTF_8);
    private static final byte[] COUNT = "_count".getBytes(UTF_8);

    private final MetricFamily family;
    private final byte[] name;
    /** What the ranges of a histogram are called, the last one {@code +Inf}. */
    private final List<byte[]> ranges;

    private final List<byte[]> labels;
    private final Map<ExpositionFormat, Fragment> headers = new EnumMap<>(ExpositionFormat.class);

    FamilyLayout(MetricFamily family, FragmentEncoder encoder) {
        this.family = family;
        this.name = family.name().getBytes(UTF_8);
        this.labels = family.labels().stream()
                .map(label -> (label + "=\"").getBytes(UTF_8))
                .toList();
        this.ranges = family.buckets().map(FamilyLayout::ranges).orElse(List.of());
        for (ExpositionFormat format : ExpositionFormat.values()) {
            encoder.append(format.header(family).getBytes(UTF_8));
            headers.put(format, encoder.finish(0));
        }
    }

    private static List<byte[]> ranges(Buckets buckets) {
        Stream<String> bounds = buckets.upperBounds().stream().map(bound -> Double.toString(bound));
        return Stream.concat(bounds, Stream.of("+Inf"))
                .map(bound -> ("le=\"" + bound + '"').getBytes(UTF_8))
                .toList();
    }

    MetricFamily family() {
        return family;
    }

    Fragment header(ExpositionFormat format) {
        return Objects.requireNonNull(headers.get(format));
    }

    /** Appends one sample line. */
    void appendSample(FragmentEncoder out, double value, String... labelValues) {
        checkCount(labelValues);
        if (Double.isNaN(value)) {
            throw new IllegalArgumentException(family.name() + " has a sample that is not a number");
        }
        appendName(out, NO_SUFFIX, NO_SUFFIX, labelValues);
        SampleText.appendNumber(out, value);
        out.append('\n');
    }

    /**
     * Appends the lines of one histogram.
     *
     * @return how many those are
     */
    int appendHistogram(FragmentEncoder out, Histogram histogram, String... labelValues) {
        checkCount(labelValues);
        if (!family.buckets().equals(Optional.of(histogram.buckets()))) {
            throw new IllegalArgumentException(family.name() + " has other buckets than its histogram");
        }
        for (int i = 0; i < ranges.size(); i++) {
            appendName(out, BUCKET, ranges.get(i), labelValues);
            out.append(histogram.cumulative(i));
            out.append('\n');
        }
        appendName(out, SUM, NO_SUFFIX, labelValues);
        SampleText.appendNumber(out, histogram.sum());
        out.append('\n');
        appendName(out, COUNT, NO_SUFFIX, labelValues);
        out.append(histogram.count());
        out.append('\n');
        return ranges.size() + 2;
    }

    private void checkCount(String... labelValues) {
        if (labelValues.length != labels.size()) {
            throw new IllegalArgumentException("%s has %d labels, but a sample has %d values"
                    .formatted(family.name(), labels.size(), labelValues.length));
        }
    }

    /** Appends what stands before a value. */
    private void appendName(FragmentEncoder out, byte[] suffix, byte[] range, String... labelValues) {
        out.append(name);
        out.append(suffix);
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
        if (range.length > 0) {
            out.append(separator);
            out.append(range);
            separator = ',';
        }
        if (separator == ',') {
            out.append('}');
        }
        out.append(' ');
    }
}
