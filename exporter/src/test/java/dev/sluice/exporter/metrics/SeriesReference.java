package dev.sluice.exporter.metrics;

import dev.sluice.exporter.metrics.family.Family;
import dev.sluice.exporter.metrics.family.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Renders how many series a cluster of a given size makes, counted on the declarations of the families. */
final class SeriesReference {

    /** A family with so many series is named beside the sum. */
    private static final int LARGE = 9;

    private static final String HEADER = """
            ## How many series

            Per cluster, with the largest families of each sum.

            | for each | always | also, if it exists |
            |---|---|---|
            """;

    private static final String SUMS = """

            `sluice_series` counts all series of a cluster except for those of its sources and of `/api/v1/demand`.

            A cluster of 1,000 nodes in 10 partitions with 100 users and accounts, 30 pairs of partition and QOS and four causes
            per partition has 10 × %1$d + 1000 × %2$d + 100 × %3$d + 30 × %6$d + 40 × %7$d + 1000 × 6 + %5$d = %9$d series, and some for
            each pending reason and GPU type. The captured cluster of the tests (11 partitions, 34 nodes, 8 users, 6 accounts)
            has 11 × %1$d + 34 × %2$d + 8 × %3$d + 6 × %4$d + %5$d = %8$d series always from nodes, jobs and ping, and 1830 of
            the others: 17 × %6$d + 22 × %7$d + 16 × 20 of the histograms, 34 × 6 + 14 × 3 of the nodes, and 144.
            """;

    private SeriesReference() {}

    /** The families that each of something has, and how many series there are always. */
    private static final class Row {

        private final List<String> all = new ArrayList<>();
        private final List<String> large = new ArrayList<>();
        private final List<String> beside = new ArrayList<>();
        private int sum;

        void add(String name, Series series) {
            String family = "`" + name + "`";
            String parts = series.parts().isEmpty() ? "" : " for each " + String.join(" and ", series.parts());
            if (!series.always() || !parts.isEmpty()) {
                beside.add(series.number() + " " + family + parts);
            } else if (series.number() > 0) {
                String text = series.number() + " " + family;
                all.add(text);
                if (series.number() >= LARGE) {
                    large.add(text);
                }
            }
            sum += series.always() && parts.isEmpty() ? series.number() : 0;
            if (series.more() > 0) {
                beside.add("up to %d more %s%s".formatted(series.more(), family, parts));
            }
        }

        String always() {
            return all.size() == 1 ? all.get(0) : sum + (large.isEmpty() ? "" : ": " + String.join(", ", large));
        }
    }

    static String render() {
        Map<String, Row> rows = new LinkedHashMap<>();
        MetricCatalog.sections().forEach(section -> section.families().forEach(family -> add(family, rows)));
        StringBuilder out = new StringBuilder(HEADER);
        rows.forEach((unit, row) ->
                out.append("| %s | %s | %s |\n".formatted(unit, row.always(), String.join("; ", row.beside))));
        int partition = always(rows, "partition");
        int node = always(rows, "node");
        int user = always(rows, "user, up to");
        int account = always(rows, "account, up to");
        int cluster = always(rows, "cluster");
        int queue = always(rows, "pair of partition and QOS");
        int cause = causeSeries();
        return out.append(SUMS.formatted(
                        partition,
                        node,
                        user,
                        account,
                        cluster,
                        queue,
                        cause,
                        11 * partition + 34 * node + 8 * user + 6 * account + cluster,
                        10 * partition + 1000 * node + 100 * user + 30 * queue + 40 * cause + 1000 * 6 + cluster))
                .toString();
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
                + 2;
    }
}
