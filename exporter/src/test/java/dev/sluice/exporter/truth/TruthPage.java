package dev.sluice.exporter.truth;

import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.family.MetricFamily;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * docs/truth.md.
 *
 * @param captured what was compared of each captured cluster
 * @param living the newest comparison of a living cluster
 */
record TruthPage(Map<CapturedCluster, Explained> captured, LivingResult living) {

    private static final String BEGINNING = """
            # Comparison with Slurm's tools

            <!-- Made by CapturedTruthTest. Rewrite it with
                 mvn -q -Pquick -pl exporter -am test -Dtest=CapturedTruthTest -Dsurefire.failIfNoSpecifiedTests=false -Dgolden.update=true
                 and the column "living", with a real Slurm in FOLDER, before that with
                 SLUICE_REAL_SLURM=FOLDER mvn -Pquick -pl exporter -am verify -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false -Dit.test=RealTruthIT -Dfailsafe.failIfNoSpecifiedTests=false -Dtruth.update=true -->

            This page lists the metrics that are tested against `squeue`, `sinfo`, `scontrol`, `sdiag`, `sshare` and `sacctmgr`, the
            number of equal values, and all known differences.

            A value that only Slurm's tool reports or only Sluice reports is a difference.

            - **Captured clusters** (`CapturedTruthTest`, part of `mvn verify`): slurmrestd's responses and the tools' output at the
              same moment.
            %s- **Living clusters** (`RealTruthIT`, part of `.ci/run`): a real Slurm 24.11 and 26.05 while jobs, nodes and
              reservations change. The test runs the tools before and after each scrape. The test compares a metric only if both
              outputs have the same values, and fails if two comparisons in a row show the same difference.

            ## Families

            A *fact* is a value that the tool prints. A *zero* is a series that must be 0 because the tool lists nothing, such as a
            state without jobs. *living* is the number of facts / known differences of the living cluster (Slurm %s).

            | family | tool | facts | zeros | differences | living |
            |---|---|---:|---:|---:|---:|
            """;

    String text() {
        StringBuilder page = new StringBuilder();
        page.append(BEGINNING.formatted(clusters(), living.release()));
        for (ComparedFamily family : ComparedFamily.all()) {
            page.append(row("`" + family.name() + "`", "`" + family.tool() + "`", family.name()));
        }
        page.append(row("**all**", "", ""));
        differences(page);
        notCompared(page);
        return page.toString();
    }

    private String clusters() {
        return captured.keySet().stream()
                .collect(Collectors.groupingBy(
                        CapturedCluster::release,
                        TreeMap::new,
                        Collectors.mapping(CapturedCluster::version, Collectors.joining(", "))))
                .entrySet()
                .stream()
                .map(release -> "  - Slurm " + release.getKey() + ": " + release.getValue() + "\n")
                .collect(Collectors.joining());
    }

    private String row(String title, String tool, String family) {
        List<Comparison.Value> values = captured.values().stream()
                .flatMap(explained -> explained.values().stream())
                .filter(value -> family.isEmpty() || value.series().family().equals(family))
                .toList();
        long zeros = values.stream().filter(Comparison.Value::zero).count();
        long differences = values.stream().filter(value -> !value.equal()).count();
        return "| %s | %s | %,d | %,d | %,d | %s |\n"
                .formatted(title, tool, values.size() - zeros, zeros, differences, living.cell(family));
    }

    private void differences(StringBuilder page) {
        Map<KnownDifference, Long> counts = new EnumMap<>(KnownDifference.class);
        Map<KnownDifference, TreeSet<String>> families = new EnumMap<>(KnownDifference.class);
        captured.values()
                .forEach(explained -> explained.known().forEach((value, known) -> {
                    counts.merge(known, 1L, Long::sum);
                    families.computeIfAbsent(known, unused -> new TreeSet<>())
                            .add("`" + value.series().family() + "`");
                }));
        page.append("""

                ## Known differences

                The test fails for any other difference, and if a known difference no longer exists in the captures.

                | difference | values | families |
                |---|---:|---|
                """);
        counts.forEach((known, count) -> page.append("| %s | %d | %s |\n"
                .formatted(known.reason(), count, String.join(", ", families.getOrDefault(known, new TreeSet<>())))));
        page.append("| %s | living only | `slurm_diag_server_threads` |\n"
                .formatted(KnownDifference.REQUESTS_IN_PROGRESS.reason()));
    }

    private static void notCompared(StringBuilder page) {
        page.append("""

                ## Not compared here

                | families | why | test |
                |---|---|---|
                """);
        NotCompared.all()
                .forEach(one -> page.append("| %s | %s | %s |\n"
                        .formatted(
                                MetricCatalog.families().stream()
                                        .map(MetricFamily::name)
                                        .filter(name -> name.matches(one.families()))
                                        .map(name -> "`" + name + "`")
                                        .collect(Collectors.joining(", ")),
                                one.why(),
                                one.instead())));
        page.append("""

                For a comparison with slurmctld's own metrics, see [deviations-from-native.md](deviations-from-native.md).
                """);
    }
}
