package dev.sluice.exporter.sink.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.exporter.metrics.family.MetricFamily;
import dev.sluice.exporter.model.Buckets;
import dev.sluice.exporter.model.Histogram;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The constant parts of a family's exposition: headers, label names and bucket bounds. These parts are encoded only
 * once.
 */
final class FamilyLayout {

    private final MetricFamily family;
    private final byte[] name;
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
            encoder.append(format.header(family));
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

    byte[] name() {
        return name;
    }

    /** Returns the text that precedes the value of a label. */
    byte[] labelStart(int index) {
        return labels.get(index);
    }

    /** Returns the {@code le} labels of a histogram's buckets; the last label is {@code +Inf}. */
    List<byte[]> ranges() {
        return ranges;
    }

    /** Returns the number of series in the text format for each sample or histogram. */
    int seriesOfEach() {
        return ranges.isEmpty() ? 1 : ranges.size() + 2;
    }

    /**
     * Checks a sample.
     *
     * @throws IllegalArgumentException if the value is NaN or the number of label values is wrong
     */
    void check(double value, String... labelValues) {
        checkCount(labelValues);
        if (Double.isNaN(value)) {
            throw new IllegalArgumentException(family.name() + " has a sample that is not a number");
        }
    }

    /**
     * Checks a histogram.
     *
     * @throws IllegalArgumentException if the buckets differ from the family's buckets, or if the number of label
     *     values is wrong
     */
    void check(Histogram histogram, String... labelValues) {
        checkCount(labelValues);
        if (!family.buckets().equals(Optional.of(histogram.buckets()))) {
            throw new IllegalArgumentException(family.name() + " has other buckets than its family");
        }
    }

    private void checkCount(String... labelValues) {
        if (labelValues.length != labels.size()) {
            throw new IllegalArgumentException("%s has %d labels, but a sample has %d values"
                    .formatted(family.name(), labels.size(), labelValues.length));
        }
    }
}
