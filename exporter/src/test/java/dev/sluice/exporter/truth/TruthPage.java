package dev.sluice.exporter.truth;

import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.MetricFamily;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The content of docs/internals/truth.md.
 *
 * @param captured the comparison of each captured cluster
 * @param living the newest comparison of a live cluster
 */
record TruthPage(Map<CapturedCluster, Explained> captured, LivingResult living) {

    // Rewrite the page:
    //   mvn -q -Pquick -pl exporter -am test -Dtest=CapturedTruthTest -Dsurefire.failIfNoSpecifiedTests=false \
    //     -Dgolden.update=true
    // Before that, for the column "live", with a real Slurm in FOLDER:
    //   SLUICE_REAL_SLURM=FOLDER mvn -Pquick -pl exporter -am verify -Dtest=none -Dit.test=RealTruthIT \
    //     -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false -Dtruth.update=true
    private static final String BEGINNING = """
            # Comparison with Slurm's tools

            <!-- Made by CapturedTruthTest; the commands are in TruthPage.java. -->

            Tests compare these metrics with Slurm's tools. A value that only the tool or only Sluice reports is a
            difference.

            - **Captured clusters** (`CapturedTruthTest`, part of `mvn verify`): slurmrestd's responses and the tools' output at the
              same moment.
            %s- **Live clusters** (`RealTruthIT`, part of `.ci/nightly`; 26.05 also of `.ci/run`): a real Slurm 24.11 and 26.05 while
              jobs, nodes and reservations change. The test compares a metric only if the tool's output before and after the scrape
              is equal.

            ## Families

            - *tool*: an empty cell means the same tool as in the previous row
            - *values*: values that the tool prints
            - *zeros*: series that must be 0, such as states without jobs
            - *live*: values / known differences on the live cluster (Slurm %s)

            A row's numbers apply to each of its families.

            | families | tool | values | zeros | differences | live |
            |---|---|---:|---:|---:|---:|
            """;

    String text() {
        StringBuilder page = new StringBuilder();
        page.append(BEGINNING.formatted(clusters(), living.release()));
        compared(page);
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

    /**
     * Adds one row for all families of a tool with the same numbers. Only the first row of a tool contains the tool's
     * name.
     */
    private void compared(StringBuilder page) {
        Map<String, Map<String, List<String>>> tools = new LinkedHashMap<>();
        for (ComparedFamily family : ComparedFamily.all()) {
            tools.computeIfAbsent(family.tool(), unused -> new LinkedHashMap<>())
                    .computeIfAbsent(numbers(family.name()), unused -> new ArrayList<>())
                    .add(family.name());
        }
        tools.forEach((tool, rows) -> {
            String shownTool = "`" + tool + "`";
            for (Map.Entry<String, List<String>> row : rows.entrySet()) {
                page.append("| %s | %s | %s |\n".formatted(shown(row.getValue()), shownTool, row.getKey()));
                shownTool = "";
            }
        });
        page.append("| **all** |  | %s |\n".formatted(numbers("")));
    }

    /** Returns the names of families. Combines more than two families with the same prefix into one pattern. */
    private static String shown(List<String> names) {
        return names.stream()
                .map(name -> pattern(name, names))
                .distinct()
                .map(name -> "`" + name + "`")
                .collect(Collectors.joining(", "));
    }

    private static String pattern(String name, List<String> names) {
        String start = name.replaceFirst("^([a-z]+_[a-z]+_).*", "$1");
        List<String> alike = MetricCatalog.families().stream()
                .map(MetricFamily::name)
                .filter(family -> family.startsWith(start))
                .toList();
        return alike.size() > 2 && names.containsAll(alike) ? start + "*" : name;
    }

    private String numbers(String family) {
        List<Comparison.Value> values = captured.values().stream()
                .flatMap(explained -> explained.values().stream())
                .filter(value -> family.isEmpty() || value.series().family().equals(family))
                .toList();
        long zeros = values.stream().filter(Comparison.Value::zero).count();
        long differences = values.stream().filter(value -> !value.equal()).count();
        return "%,d | %,d | %,d | %s".formatted(values.size() - zeros, zeros, differences, living.cell(family));
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

                sinfo counts CPUs of `CoreSpecCount` and memory of `MemSpecLimit` as idle, Sluice as no capacity. With jobs from squeue, the run time of a running job without a time limit includes its suspensions. The test fails for every other difference.

                | difference | values | families |
                |---|---:|---|
                """);
        counts.forEach((known, count) -> page.append("| %s | %d | %s |\n"
                .formatted(known.reason(), count, String.join(", ", families.getOrDefault(known, new TreeSet<>())))));
        page.append("| %s | live only | `slurm_diag_server_threads` |\n"
                .formatted(KnownDifference.REQUESTS_IN_PROGRESS.reason()));
    }

    private static void notCompared(StringBuilder page) {
        page.append("""

                ## Not compared here

                | families | why | test |
                |---|---|---|
                """);
        NotCompared.all()
                .map(one -> "| %s | %s | %s |\n".formatted(one.shown(), one.why(), one.instead()))
                .forEach(page::append);
    }
}
