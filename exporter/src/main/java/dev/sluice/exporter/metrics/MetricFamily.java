package dev.sluice.exporter.metrics;

import java.util.List;

/**
 * One metric family: everything that is published has one in {@link MetricCatalog}, and only there.
 *
 * @param name the full name as it stands on /metrics; counters end in {@code _total}, infos in {@code _info}
 * @param type how the value moves
 * @param unit {@code seconds}, {@code bytes}, or empty; the name ends with it
 * @param labels label names, in the order in which values are given
 * @param help one sentence for people, without a line break
 */
public record MetricFamily(String name, MetricType type, String unit, List<String> labels, String help) {

    public MetricFamily {
        labels = List.copyOf(labels);
    }
}
