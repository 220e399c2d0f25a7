package dev.sluice.exporter.metrics;

import java.util.List;
import java.util.Optional;

/**
 * The metadata of a metric family. Every published family is declared in the catalog and nowhere else.
 *
 * @param name full name on /metrics; counters end in {@code _total}, infos in {@code _info}
 * @param type type of the metric
 * @param unit {@code seconds}, {@code bytes}, or empty; the family name ends with the unit
 * @param labels label names, in the order of the label values
 * @param help one sentence for people, without a line break
 * @param buckets upper bounds of the buckets of a histogram; empty for all other types
 */
public record MetricFamily(
        String name, MetricType type, String unit, List<String> labels, String help, Optional<List<Double>> buckets) {

    public MetricFamily {
        labels = List.copyOf(labels);
        if ((type == MetricType.HISTOGRAM) != buckets.isPresent()) {
            throw new IllegalArgumentException(name + ": a histogram has buckets, and nothing else has");
        }
    }

    /** Creates a family that is not a histogram. */
    public MetricFamily(String name, MetricType type, String unit, List<String> labels, String help) {
        this(name, type, unit, labels, help, Optional.empty());
    }

    /** The name identifies a family. The other components would make lookups slow. */
    @Override
    public int hashCode() {
        return name.hashCode();
    }

    MetricFamily with(List<String> newLabels, String newHelp) {
        return new MetricFamily(name, type, unit, newLabels, newHelp, buckets);
    }

    /** The Prometheus metric types that the catalog uses. */
    public enum MetricType {
        GAUGE,
        COUNTER,
        /** A gauge that is always 1. The labels contain the information. */
        INFO,
        /** The number of values in each bucket of the family, and the total number and the sum of all values. */
        HISTOGRAM
    }
}
