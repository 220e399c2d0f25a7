package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The maps of names in docs/migration.md are the recording rules of alerts/compat, which promtool tests. */
class MigrationTest {

    private static final Path ROOT = GoldenFile.repositoryRoot();

    @Test
    void mapsOfNamesAreTheRules() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/migration.md")).replace("\r\n", "\n");
        for (String exporter : List.of("native", "slinky", "vpenso", "rivos")) {
            String begin = "<!-- " + exporter + ": begin -->\n";
            String end = "<!-- " + exporter + ": end -->";
            assertThat(page).contains(begin, end);
            page = page.substring(0, page.indexOf(begin) + begin.length())
                    + table(exporter)
                    + page.substring(page.indexOf(end));
        }

        GoldenFile.at(Path.of("docs/migration.md")).matches(page);
    }

    private static String table(String exporter) throws IOException {
        Map<String, Object> rules = Yaml.document(Files.readString(ROOT.resolve("alerts/compat/" + exporter + ".yml")));
        StringBuilder table = new StringBuilder("| old name | Sluice |\n|---|---|\n");
        Yaml.everyMap(rules)
                .filter(rule -> rule.containsKey("record"))
                .map(rule -> "| `%s: %s` | `%s` |\n"
                        .formatted(
                                exporter,
                                rule.get("record"),
                                String.valueOf(rule.get("expr"))
                                        .strip()
                                        .replaceAll("\\s+", " ")
                                        .replace("|", "\\|")))
                .forEach(table::append);
        return table.toString();
    }
}
