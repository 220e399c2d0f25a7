package dev.sluice.exporter.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RuleFilesTest {

    private static Rule alert(String expression, String hold) {
        return new Rule("f", "g", false, "A", expression, hold, "", Map.of(), Map.of());
    }

    @Test
    void refusesAKeyThatStandsTwice() {
        assertThatThrownBy(() -> Yaml.parse("a: 1\na: 2\n", "twice.yml")).hasMessageContaining("duplicate key a");
    }

    @Test
    void saysWhichKeyIsMissing() {
        assertThatThrownBy(() -> Yaml.parse("a: 1\n", "x.yml").at("b")).hasMessage("x.yml has no b");
    }

    @Test
    void readsTheSharedRecordingRulesFirst() {
        assertThat(RuleFiles.all().get(0).file()).isEqualTo("recording");
    }

    /** In the table, and in each list of files between braces, whoever copies it gets all alerts. */
    @Test
    void theReadmeNamesEveryFileWhereverItNamesFiles() throws IOException {
        String readme = Files.readString(
                GoldenFile.repositoryRoot().resolve(RuleFiles.FOLDER).resolve("README.md"));
        List<String> names =
                RuleFiles.files().stream().map(RuleFiles::nameOf).sorted().toList();

        assertThat(readme)
                .contains(names.stream().map(name -> "| `" + name + "` |").toList());
        List<List<String>> lists = Pattern.compile("\\{(recording[a-z,-]*)}\\.yml")
                .matcher(readme)
                .results()
                .map(list -> Stream.of(list.group(1).split(",", -1))
                        .map(name -> name + ".yml")
                        .sorted()
                        .toList())
                .toList();
        assertThat(lists)
                .hasSizeGreaterThan(2)
                .allSatisfy(list -> assertThat(list).isEqualTo(names));
    }

    @Test
    void mutantsHaveOneThingWrong() {
        List<String> expressions = Mutant.of(alert("a > 10 unless (b < 0.5)", "10m")).stream()
                .map(mutant ->
                        mutant.rule().expression() + " for " + mutant.rule().hold())
                .toList();

        assertThat(expressions)
                .containsExactlyInAnyOrder(
                        "(a > 10 unless (b < 0.5)) unless on () vector(1) for 10m",
                        "a > 10 unless (b < 0.5) for ",
                        "a > 10 unless (b < 0.5) for 300s",
                        "a > 10 unless (b < 0.5) for 900s",
                        "a > 10 for 10m",
                        "a <= 10 unless (b < 0.5) for 10m",
                        "a > 11 unless (b < 0.5) for 10m",
                        "a > 9 unless (b < 0.5) for 10m",
                        "a > 10 unless (b >= 0.5) for 10m",
                        "a > 10 unless (b < (0.5) * 1.1) for 10m",
                        "a > 10 unless (b < (0.5) * 0.9) for 10m");
    }
}
