package dev.sluice.exporter.realslurm;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The results of outages of a real Slurm, in the form of the table in docs/faults.md. {@code -Dgolden.update=true}
 * rewrites the table.
 */
final class OutageTable {

    private static final String BEGIN = "<!-- table of RealSlurmOutagesIT -->\n";
    private static final String END = "<!-- end of the table of RealSlurmOutagesIT -->";

    /** The table cells of each fault, by Slurm release. */
    private final SortedMap<String, SortedMap<String, List<String>>> faults = new TreeMap<>();

    /** Adds times in seconds. A negative time means that the time does not apply. */
    void add(RealCluster cluster, String what, double marked, double withdrawn, double healed) {
        List<String> cells = List.of(text(marked), text(withdrawn), text(healed));
        String release = cluster.setting("SLURM_VERSION");
        System.out.println(what + ", " + release + ": " + cells);
        faults.computeIfAbsent(what, unused -> new TreeMap<>()).put(release, cells);
    }

    private static String text(double seconds) {
        return seconds < 0 ? "" : String.format(Locale.ROOT, "%.1f", seconds);
    }

    /** Returns the row of a fault. The row has the numbers of each release, in the order of the releases. */
    private static String row(String what, Collection<List<String>> releases) {
        return IntStream.range(0, 3)
                .mapToObj(column -> releases.stream()
                        .map(cells -> cells.get(column))
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining(", ")))
                .collect(Collectors.joining(" | ", "| " + what + " | ", " |"));
    }

    void write() throws IOException {
        if (!Boolean.getBoolean("golden.update")) {
            return;
        }
        Path page = GoldenFile.repositoryRoot().resolve("docs/faults.md");
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        int end = text.indexOf(END, begin);
        Files.writeString(
                page,
                text.substring(0, begin)
                        + "| fault | marked (s) | withdrawn (s) | healed (s) |\n|---|---:|---:|---:|\n"
                        + faults.entrySet().stream()
                                .map(fault ->
                                        row(fault.getKey(), fault.getValue().values()) + "\n")
                                .collect(Collectors.joining())
                        + text.substring(end));
    }
}
