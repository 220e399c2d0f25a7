package dev.sluice.exporter.metrics.family;

import dev.sluice.exporter.model.Buckets;
import java.util.List;
import java.util.Optional;

/**
 * What is said of a metric family: everything that is published has one in the catalogue, and only there.
 *
 * @param name the full name as it stands on /metrics; counters end in {@code _total}, infos in {@code _info}
 * @param type how the value moves
 * @param unit {@code seconds}, {@code bytes}, or empty; the name ends with it
 * @param labels label names, in the order in which values are given
 * @param help one sentence for people, without a line break
 * @param buckets of a histogram its buckets; empty for all other types
 */
public record MetricFamily(
        String name, MetricType type, String unit, List<String> labels, String help, Optional<Buckets> buckets) {

    public MetricFamily {
        labels = List.copyOf(labels);
        if ((type == MetricType.HISTOGRAM) != buckets.isPresent()) {
            throw new IllegalArgumentException(name + ": a histogram has buckets, and nothing else has");
        }
    }

    /** A family that is no histogram. */
    public MetricFamily(String name, MetricType type, String unit, List<String> labels, String help) {
        this(name, type, unit, labels, help, Optional.empty());
    }

    MetricFamily with(List<String> newLabels, String newHelp) {
        return new MetricFamily(name, type, unit, newLabels, newHelp, buckets);
    }
}
