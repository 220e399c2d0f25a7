package dev.sluice.exporter.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that every alert has a runbook. All runbooks must have the same structure, and only existing queries.
 */
class RunbooksTest {

    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} .+$");
    private static final Pattern PROMQL = Pattern.compile("(?ms)^```promql\\n(.*?)^```$");

    static List<String> names() {
        return Runbooks.names();
    }

    @Test
    void everyAlertHasOneAndThereIsNoOther() {
        assertThat(names())
                .containsExactlyInAnyOrderElementsOf(
                        RuleFiles.alerts().stream().map(Rule::name).toList());
    }

    @ParameterizedTest
    @MethodSource("names")
    void runbookHasItsMeaningAndThreeParts(String name) {
        assertThat(HEADING.matcher(Runbooks.text(name)).results().map(MatchResult::group))
                .containsExactly("# " + name, "## First", "## Cures", "## Expected");
        assertThat(Runbooks.text(name)).doesNotContainPattern("(?m)^#[^\\n]+\\n\\n(#|\\z)");
    }

    @ParameterizedTest
    @MethodSource("names")
    void firstPartHasSomethingToRun(String name) {
        String text = Runbooks.text(name);

        assertThat(text.substring(text.indexOf("## First"), text.indexOf("## Cures")))
                .containsPattern("(?m)^```(sh|promql)$");
    }

    @ParameterizedTest
    @MethodSource("names")
    void queriesAskForWhatIsThere(String name) {
        Catalogue catalogue = Catalogue.withRules(RuleFiles.all());

        assertThat(PROMQL.matcher(Runbooks.text(name)).results().map(block -> block.group(1)))
                .allSatisfy(query -> assertThat(catalogue.unknown(query)).isEmpty());
    }

    private static Map<String, List<Rule>> components() {
        return RuleFiles.alerts().stream()
                .collect(Collectors.groupingBy(alert -> title(alert.file()), LinkedHashMap::new, Collectors.toList()));
    }

    /** Returns links from the README of the alerts to the runbooks. */
    private static String links(List<Rule> alerts) {
        return alerts.stream()
                .map(alert -> "[%s](../docs/runbooks/%s.md)".formatted(alert.name(), alert.name()))
                .collect(Collectors.joining(", "));
    }

    static String title(String file) {
        String words =
                file.replace('-', ' ').replace("gpus dcgm", "GPUs by DCGM").replace("gpus", "GPUs");
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    @Test
    void readmeListsAllAlertsBySeverity() {
        StringBuilder table = new StringBuilder("| component | critical | warning | info, none |\n|---|---|---|---|\n");
        components()
                .forEach((component, alerts) -> table.append("| %s | %s | %s | %s |\n"
                        .formatted(
                                component,
                                links(with(alerts, "critical")),
                                links(with(alerts, "warning")),
                                links(with(alerts, "info|none")))));

        matches(RuleFiles.FOLDER.resolve("README.md"), table.toString());
    }

    private static List<Rule> with(List<Rule> alerts, String severity) {
        return alerts.stream()
                .filter(alert -> String.valueOf(alert.labels().get("severity")).matches(severity))
                .toList();
    }

    /** Checks the part of the README between the marks for alerts. */
    private static void matches(Path document, String alerts) {
        String begin = "<!-- alerts: begin -->\n";
        String end = "<!-- alerts: end -->";
        String text = Runbooks.document(document);
        assertThat(text).containsOnlyOnce(begin).containsOnlyOnce(end);

        GoldenFile.at(document)
                .matches(text.substring(0, text.indexOf(begin) + begin.length())
                        + alerts
                        + text.substring(text.indexOf(end)));
    }
}
