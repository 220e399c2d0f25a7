package dev.sluice.exporter.metrics;

import dev.sluice.exporter.metrics.Family.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Renders the number of series for a cluster of a given size, counted from the declarations of the families. */
final class SeriesReference {

    private static final String HEADER = """
            ## How many series

            | for each | always | also, if it exists |
            |---|---|---|
            """;

    private static final String SUMS = """

            `sluice_series` excludes the series of the sources and of `/api/v1/demand`.

            A cluster of 1,000 nodes in 10 partitions with 100 users and accounts, 30 pairs of partition and QOS and four causes
            per partition has %d series, without the last column.
            """;

    private SeriesReference() {}

    /** The families of one unit, and the constant number of series of this unit. */
    private static final class Row {

        private final Map<String, List<String>> also = new LinkedHashMap<>();
        private int sum;

        void add(String name, Series series) {
            String family = "`" + name + "`";
            String parts = series.parts().isEmpty() ? "" : " per " + String.join(" and ", series.parts());
            if (!series.always() || !parts.isEmpty()) {
                also.computeIfAbsent(series.number() + "%s" + parts, unused -> new ArrayList<>())
                        .add(family);
            }
            sum += series.always() && parts.isEmpty() ? series.number() : 0;
            if (series.more() > 0) {
                also.computeIfAbsent("up to " + series.more() + " more%s" + parts, unused -> new ArrayList<>())
                        .add(family);
            }
        }

        String also() {
            return also.entrySet().stream()
                    .map(entry -> entry.getKey()
                            .formatted((entry.getValue().size() > 1 ? " each of " : " ")
                                    + String.join(", ", entry.getValue())))
                    .collect(Collectors.joining("; "));
        }
    }

    static String render() {
        Map<String, Row> rows = rows();
        StringBuilder out = new StringBuilder(HEADER);
        rows.forEach((unit, row) -> out.append("| %s | %s | %s |\n".formatted(unit, row.sum, row.also())));
        int large = 10 * always(rows, "partition")
                + 1000 * always(rows, "node")
                + 1000 * 11
                + 100 * always(rows, "user, up to")
                + 100 * always(rows, "user with jobs")
                + 30 * always(rows, "pair of partition and QOS")
                + 40 * causeSeries()
                + always(rows, "cluster");
        return out.append(SUMS.formatted(large)).toString();
    }

    private static Map<String, Row> rows() {
        Map<String, Row> rows = new LinkedHashMap<>();
        MetricCatalog.sections().forEach(section -> section.families().forEach(family -> add(family, rows)));
        return rows;
    }

    private static void add(Family<?> family, Map<String, Row> rows) {
        for (Series series : family.series()) {
            rows.computeIfAbsent(series.unit(), unused -> new Row())
                    .add(family.declared().name(), series);
        }
    }

    private static int always(Map<String, Row> rows, String unit) {
        return rows.entrySet().stream()
                .filter(row -> row.getKey().startsWith(unit))
                .findFirst()
                .orElseThrow()
                .getValue()
                .sum;
    }

    private static int causeSeries() {
        return MetricCatalog.family("slurm_job_wait_by_cause_seconds")
                        .buckets()
                        .orElseThrow()
                        .size()
                + 3;
    }
}
