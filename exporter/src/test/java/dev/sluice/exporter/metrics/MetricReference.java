package dev.sluice.exporter.metrics;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Renders the reference of the metrics from the catalogue. The section on label values stays as it is. */
final class MetricReference {

    private static final String HEADER = """
            # Metrics of the exporter

            <!-- Made by MetricReferenceTest from MetricCatalog, without the section "Label values":
                 mvn -pl exporter -am verify -Dgolden.update=true -->

            `slurm_` is data from Slurm ([differences from slurmctld's own metrics](deviations-from-native.md)),
            `sluice_` is data about Sluice.

            - **Type:** `_total` is a counter, `_info` an info, a family with buckets a histogram (also
              [native](operations.md#native-histograms)), any other a gauge. "1 if" and "1 while" mean: else 0.
            - **Labels:** in braces, without `cluster`, the `name` of the cluster in the configuration.
            - **Jobs:** array tasks count one by one. A job or node counts in each of its partitions, so sums over partitions
              exceed the cluster's number.
            - **Two families in one line:** the second is per account or per cluster.
            - **Users and accounts:** the top N by GPUs, then CPUs, then jobs (`metrics.topUsers`, `metrics.topAccounts`); the
              rest is `other`.
            - **Age:** the families of a failed source disappear at the age `sluice_source_max_age_seconds`.

            """;

    private MetricReference() {}

    static String render() {
        StringBuilder out = new StringBuilder(HEADER);
        MetricCatalog.sections().forEach(section -> section(section, out));
        return out.append(labelValues()).append(SeriesReference.render()).toString();
    }

    /** Returns the section on label values. {@link LabelValuesTest} checks its lists. */
    static String labelValues() {
        try {
            String page = Files.readString(GoldenFile.repositoryRoot().resolve("docs/metrics.md"));
            return page.substring(page.indexOf("## Label values\n"), page.indexOf("## How many series\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void section(Section<?> section, StringBuilder out) {
        out.append("## ").append(section.title()).append("\n\n");
        if (!section.source().equals("sluice")) {
            out.append("Source: `").append(section.source()).append("`.");
            out.append(section.text().isEmpty() ? "" : " ");
        }
        boolean anyOfCluster = declared(section).stream().anyMatch(MetricReference::ofCluster);
        out.append(section.text());
        out.append(anyOfCluster ? "" : " Without `cluster`.").append("\n\n");
        List<MetricFamily> families = declared(section);
        for (MetricFamily family : families) {
            if (families.stream().anyMatch(other -> isTwin(family, other))) {
                continue;
            }
            out.append("- ").append(selector(family));
            families.stream()
                    .filter(other -> isTwin(other, family))
                    .forEach(other -> out.append(", ").append(selector(other)));
            out.append(ofCluster(family) == anyOfCluster ? "" : " without `cluster`")
                    .append(": ")
                    .append(family.help()
                            .replace(", seconds since the epoch", "")
                            .replace(", else 0", "")
                            .replace(" since slurmctld's statistics began", "")
                            .replace(", 0 to 1", "")
                            .replaceFirst(", in every partition([.;])", "$1"))
                    .append('\n');
        }
        out.append('\n');
        buckets(section, out);
    }

    /**
     * Returns true if another family has the same values for the cluster or for an account. Such a family has no line
     * of its own.
     */
    private static boolean isTwin(MetricFamily twin, MetricFamily family) {
        String name = family.name()
                .replaceFirst("^slurm_(queue|capacity)_", "slurm_cluster_")
                .replaceFirst("^slurm_user_", "slurm_account_");
        return twin.name().equals(name) && !twin.equals(family);
    }

    /** Returns the name of a family with its labels, as in a selector. */
    private static String selector(MetricFamily family) {
        List<String> labels = family.labels().stream()
                .filter(label -> !label.equals("cluster"))
                .toList();
        return "`" + family.name() + (labels.isEmpty() ? "" : "{" + String.join(",", labels) + "}") + "`";
    }

    private static boolean ofCluster(MetricFamily family) {
        return family.labels().contains("cluster");
    }

    private static List<MetricFamily> declared(Section<?> section) {
        return section.families().stream().<MetricFamily>map(Family::declared).toList();
    }

    private static void buckets(Section<?> section, StringBuilder out) {
        Map<List<Double>, List<String>> families = new LinkedHashMap<>();
        for (MetricFamily family : declared(section)) {
            family.buckets()
                    .ifPresent(buckets -> families.computeIfAbsent(buckets, unused -> new ArrayList<>())
                            .add(family.name()));
        }
        families.forEach((buckets, names) -> out.append("Buckets of ")
                .append(codes(names))
                .append(": ")
                .append(buckets.stream()
                        .map(bound -> Duration.ofSeconds(bound.longValue()))
                        .map(MetricReference::shown)
                        .collect(Collectors.joining(", ")))
                .append(".\n\n"));
    }

    private static String shown(Duration bound) {
        if (bound.toDays() > 0) {
            return bound.toDays() + "d";
        }
        if (bound.toSecondsPart() > 0) {
            return bound.toSeconds() + "s";
        }
        return bound.toMinutesPart() > 0 ? bound.toMinutes() + "m" : bound.toHours() + "h";
    }

    static String codes(List<String> words) {
        return words.stream().map(word -> "`" + word + "`").collect(Collectors.joining(", "));
    }
}
