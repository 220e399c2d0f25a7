package dev.sluice.exporter.metrics;

import dev.sluice.exporter.metrics.family.Family;
import dev.sluice.exporter.metrics.family.MetricFamily;
import dev.sluice.exporter.metrics.family.Section;
import dev.sluice.exporter.model.Buckets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Renders the reference of the metrics from the catalogue and the enums behind the label values. */
final class MetricReference {

    private static final String HEADER = """
            # Metrics of the exporter

            <!-- Made by MetricReferenceTest from MetricCatalog and the enums of the model. Change those, then run
                 mvn -pl exporter -am verify -Dgolden.update=true -->

            Everything that the exporter serves at `/metrics`, in the order in which it stands there. Facts of Slurm
            begin with `slurm_`, what Sluice says of itself with `sluice_`. No name is one that slurmctld's own
            OpenMetrics endpoints use; [deviations-from-native.md](deviations-from-native.md) compares the two.

            - Memory is in bytes, time in seconds. A counter ends in `_total`, an info in `_info`.
            - A histogram has a counter for each bucket, `_bucket`, and one each for `_count` and `_sum`, and native buckets for
              a Prometheus that [asks for them](operations.md#native-histograms).
            - `cluster` is the `name` of the cluster in the configuration.
            - Each source has its own age. When a source fails, its numbers stay until their age reaches
              `sluice_source_max_age_seconds`; then its families are gone. A failure never shows as zero.

            """;

    private MetricReference() {}

    static String render() {
        StringBuilder out = new StringBuilder(HEADER);
        MetricCatalog.sections().forEach(section -> section(section, out));
        return out.append(LabelReference.render())
                .append(SeriesReference.render())
                .toString();
    }

    private static void section(Section<?> section, StringBuilder out) {
        out.append("## ").append(section.title()).append("\n\n");
        if (!section.source().equals("sluice")) {
            out.append("Source: `").append(section.source()).append("`.");
            out.append(section.text().isEmpty() ? "" : " ");
        }
        out.append(section.text()).append("\n\n");
        out.append("| family | type | unit | labels | meaning |\n|---|---|---|---|---|\n");
        for (MetricFamily family : declared(section)) {
            out.append("| `")
                    .append(family.name())
                    .append("` | ")
                    .append(family.type().name().toLowerCase(Locale.ROOT))
                    .append(" | ")
                    .append(family.unit())
                    .append(" | ")
                    .append(codes(family.labels()))
                    .append(" | ")
                    .append(family.help())
                    .append(" |\n");
        }
        out.append('\n');
        buckets(section, out);
    }

    private static List<MetricFamily> declared(Section<?> section) {
        return section.families().stream().<MetricFamily>map(Family::declared).toList();
    }

    private static void buckets(Section<?> section, StringBuilder out) {
        Map<Buckets, List<String>> families = new LinkedHashMap<>();
        for (MetricFamily family : declared(section)) {
            family.buckets()
                    .ifPresent(buckets -> families.computeIfAbsent(buckets, unused -> new ArrayList<>())
                            .add(family.name()));
        }
        families.forEach((buckets, names) -> out.append("Buckets of ")
                .append(codes(names))
                .append(": ")
                .append(buckets.upperBounds().stream()
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
