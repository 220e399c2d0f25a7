package dev.sluice.exporter.truth;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The result of the newest comparison with a live cluster. The repository contains this result.
 *
 * @param release Slurm release
 * @param families numbers of values and known differences by family
 */
public record LivingResult(String release, SortedMap<String, Count> families) {

    private static final Path FILE = Path.of("exporter/src/test/resources/truth/living.csv");

    /** The number of values that a tool prints, and the number of values that differ. */
    public record Count(long values, long differences) {

        public Count plus(Count other) {
            return new Count(values + other.values, differences + other.differences);
        }

        @Override
        public String toString() {
            return differences == 0 ? "%,d".formatted(values) : "%,d / %,d".formatted(values, differences);
        }
    }

    static LivingResult read() throws IOException {
        SortedMap<String, Count> families = new TreeMap<>();
        String release = "";
        for (String line : Files.readAllLines(GoldenFile.repositoryRoot().resolve(FILE))) {
            String[] cells = line.split(",", -1);
            if (cells.length == 3) {
                families.put(cells[0], new Count(Long.parseLong(cells[1]), Long.parseLong(cells[2])));
            } else {
                release = line;
            }
        }
        return new LivingResult(release, families);
    }

    /** Writes the result to the repository. */
    public void write() throws IOException {
        StringBuilder text = new StringBuilder(release).append('\n');
        families.forEach(
                (name, count) -> text.append("%s,%d,%d\n".formatted(name, count.values(), count.differences())));
        Path file = GoldenFile.repositoryRoot().resolve(FILE);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** Returns the page's cell for a family, or for all families if the name is empty. */
    String cell(String family) {
        Count none = new Count(0, 0);
        return family.isEmpty()
                ? families.values().stream().reduce(none, Count::plus).toString()
                : families.getOrDefault(family, none).toString();
    }
}
