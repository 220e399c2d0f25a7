package dev.sluice.exporter.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the table in docs/autoscaling.md, which is an excerpt of the command's output. A golden file has the complete
 * output.
 */
@Tag("slow")
class AutoscalingTableTest {

    private static final Path DOCUMENT = Path.of("docs/autoscaling.md");
    private static final Path RESULTS = Path.of("exporter/src/test/resources/golden/simulation.txt");
    private static final String BEGIN = "<!-- table: begin -->\n";
    private static final String END = "<!-- table: end -->\n";
    private static final List<Signal> COMPARED =
            List.of(Signal.DOCUMENTED, Signal.BUSY_PLUS_PENDING, Signal.POWER_SAVING, Signal.SLUICE);
    private static final List<String> SHOWN = List.of("A", "B", "C", "D", "E", "F", "outage", "packing", "wide");
    private static final Pattern TITLE = Pattern.compile("- \\*\\*(.+)\\*\\*: (.+)");

    @Test
    void holdsWhatTheCommandPrints() throws IOException {
        ResultTable results = ResultTable.of(SimulateMain.scenarios(), List.of());

        GoldenFile.at(RESULTS).matches(results.text());
        String text =
                Files.readString(GoldenFile.repositoryRoot().resolve(DOCUMENT)).replace("\r\n", "\n");
        assertThat(text).containsOnlyOnce(BEGIN).containsOnlyOnce(END);
        String before = text.substring(0, text.indexOf(BEGIN) + BEGIN.length());
        String after = text.substring(text.indexOf(END));
        GoldenFile.at(DOCUMENT).matches(before + excerpt(results.markdown()) + after);
    }

    /** Returns one row per scenario, with one column per signal. */
    private static String excerpt(String markdown) {
        Map<String, String> titles = TITLE.matcher(markdown)
                .results()
                .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));
        Map<String, Map<String, String>> scenarios = new LinkedHashMap<>();
        String scenario = "";
        for (List<String> row : rows(markdown)) {
            scenario = row.get(0).isEmpty() ? scenario : row.get(0);
            scenarios
                    .computeIfAbsent(scenario, name -> new LinkedHashMap<>())
                    .put(row.get(1), figures(row.get(3), row.get(5), row.get(8), row.get(11)));
        }
        StringBuilder table = new StringBuilder("| scenario |");
        COMPARED.forEach(signal -> table.append(' ').append(signal.label()).append(" |"));
        table.append("\n|---").append("|---".repeat(COMPARED.size())).append("|\n");
        for (String name : SHOWN) {
            Map<String, String> outcomes = scenarios.getOrDefault(name, Map.of());
            table.append("| **%s**: %s |".formatted(name, titles.get(name)));
            COMPARED.forEach(signal -> table.append(" %s |".formatted(outcomes.get(signal.label()))));
            table.append('\n');
        }
        return table.toString();
    }

    private static List<List<String>> rows(String markdown) {
        return markdown.lines()
                .filter(line -> line.startsWith("| "))
                .map(line -> Stream.of(line.substring(1, line.length() - 1).split("\\|", -1))
                        .map(String::strip)
                        .toList())
                .skip(1)
                .toList();
    }

    private static String figures(String nodeHours, String meanWait, String busyDrained, String neverStarted) {
        return nodeHours + " h"
                + (meanWait.equals("-") ? "" : ", " + meanWait + " s")
                + (busyDrained.isEmpty() ? "" : ", " + busyDrained + " drained")
                + (neverStarted.isEmpty() ? "" : ", " + neverStarted + " never started");
    }
}
