package dev.sluice.exporter.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RuleFilesTest {

    private static final Pattern LIST = Pattern.compile("\\{recording[a-z,-]*}\\.yml");
    private static final Pattern HEAD = Pattern.compile("\\A# ((?:.*\\n)*?)# Load: (.+)\\n");

    private static Rule alert(String expression, String hold) {
        return new Rule("f", "g", false, "A", expression, hold, "", Map.of(), Map.of());
    }

    @Test
    void readsTheSharedRecordingRulesFirst() {
        assertThat(RuleFiles.all().get(0).file()).isEqualTo("recording");
    }

    /** A user who copies the files in the table, or the files in any list between braces, must get all alerts. */
    @Test
    void theReadmeNamesEveryFileWhereverItNamesFiles() {
        Path readme = RuleFiles.FOLDER.resolve("README.md");
        String text = Runbooks.document(readme);
        assertThat(LIST.matcher(text).results()).hasSizeGreaterThan(2);
        String table = RuleFiles.files().stream()
                .map(RuleFilesTest::row)
                .collect(Collectors.joining("", "| file | is about | alerts | load it |\n|---|---|---|---|\n", ""));
        String names = RuleFiles.files().stream()
                .map(file -> RuleFiles.nameOf(file).replace(".yml", ""))
                .collect(Collectors.joining(",", "{", "}.yml"));
        String alerts = RuleFiles.alerts().stream()
                .map(Rule::file)
                .distinct()
                .map(file -> "| %s | %s | %s | %s |\n"
                        .formatted(
                                title(file),
                                alerts(file, "critical"),
                                alerts(file, "warning"),
                                alerts(file, "info|none")))
                .collect(Collectors.joining(
                        "", "| component | critical | warning | info, none |\n|---|---|---|---|\n", ""));
        String made = withPart(withPart(text, "files", table), "alerts", alerts);

        GoldenFile.at(readme).matches(LIST.matcher(made).replaceAll(Matcher.quoteReplacement(names)));
    }

    private static String withPart(String text, String name, String part) {
        String begin = "<!-- " + name + ": begin -->\n";
        String end = "<!-- " + name + ": end -->";
        assertThat(text).containsOnlyOnce(begin).containsOnlyOnce(end);
        return text.substring(0, text.indexOf(begin) + begin.length()) + part + text.substring(text.indexOf(end));
    }

    private static String title(String file) {
        String words =
                file.replace('-', ' ').replace("gpus dcgm", "GPUs by DCGM").replace("gpus", "GPUs");
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    private static String alerts(String file, String severities) {
        return RuleFiles.alerts().stream()
                .filter(alert -> alert.file().equals(file)
                        && alert.labels().getOrDefault("severity", "").matches(severities))
                .map(alert -> "[%1$s](../%2$s/%1$s.md)".formatted(alert.name(), Runbooks.FOLDER))
                .collect(Collectors.joining(", "));
    }

    /**
     * Returns the table row of a file. The row has the first sentence of the comment at the head of the file, and the
     * program that loads the file.
     */
    private static String row(Path file) {
        Matcher head = HEAD.matcher(Runbooks.document(RuleFiles.FOLDER.resolve(RuleFiles.nameOf(file))));
        assertThat(head.find())
                .as("a comment that ends with a line # Load: in " + file)
                .isTrue();
        String subject = head.group(1).replace("\n# ", " ").split("\\.(\\s|$)", 2)[0];
        long alerts =
                RuleFiles.of(file).stream().filter(rule -> !rule.recording()).count();
        return "| `%s` | %s | %d | %s |\n".formatted(RuleFiles.nameOf(file), subject, alerts, head.group(2));
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

    @Test
    void mutantsCutLabelsWithTheirSeries() {
        assertThat(Mutant.of(alert("a == 1 and on (c) b{d!=\"\"}", "")))
                .extracting(mutant -> mutant.rule().expression())
                .containsExactlyInAnyOrder(
                        "(a == 1 and on (c) b{d!=\"\"}) unless on () vector(1)",
                        "a == 1",
                        "a != 1 and on (c) b{d!=\"\"}");
    }
}
