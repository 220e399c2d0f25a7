package dev.sluice.exporter.sink.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.exporter.metrics.family.MetricFamily;
import dev.sluice.exporter.metrics.family.MetricType;
import java.net.URLDecoder;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The families that a scrape selects with {@code name[]} parameters.
 *
 * @param everything true if the request has no {@code name[]} parameter
 * @param names selected names, with or without {@code _total} and {@code _info}; a histogram's {@code _bucket},
 *     {@code _count} or {@code _sum} selects the complete histogram
 */
record NameFilter(boolean everything, Set<String> names) {

    private static final List<String> PARTS = List.of("_bucket", "_count", "_sum");

    static final NameFilter EVERYTHING = new NameFilter(true, Set.of());

    /**
     * @param query URL query, still encoded; may be empty
     */
    static NameFilter parse(String query) {
        Set<String> names = Arrays.stream(query.split("&", -1))
                .map(parameter -> parameter.split("=", 2))
                .filter(parameter ->
                        parameter.length == 2 && decode(parameter[0]).equals("name[]"))
                .map(parameter -> decode(parameter[1]))
                .collect(Collectors.toUnmodifiableSet());
        return names.isEmpty() ? EVERYTHING : new NameFilter(false, names);
    }

    boolean accepts(MetricFamily family) {
        return everything
                || names.contains(family.name())
                || names.contains(ExpositionFormat.openMetricsName(family))
                || (family.type() == MetricType.HISTOGRAM
                        && PARTS.stream().anyMatch(part -> names.contains(family.name() + part)));
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, UTF_8);
    }
}
