package dev.sluice.exporter.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.alerts.AlertRules;
import dev.sluice.exporter.alerts.AlertsFormat;
import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every alert has a runbook; all have one form, and their queries and parameters exist. */
class RunbooksTest {

    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} .+$");
    private static final Pattern PARAMETERS = Pattern.compile("`(Slurm\\w+: \\{[^`]+})`");
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
                .containsExactly("# " + name, "## First", "## Causes and cures", "## When it is expected");
        assertThat(Runbooks.text(name)).doesNotContainPattern("(?m)^#[^\\n]+\\n\\n(#|\\z)");
    }

    @ParameterizedTest
    @MethodSource("names")
    void firstPartHasSomethingToRun(String name) {
        String text = Runbooks.text(name);

        assertThat(text.substring(text.indexOf("## First"), text.indexOf("## Causes and cures")))
                .containsPattern("(?m)^```(sh|promql)$");
    }

    @ParameterizedTest
    @MethodSource("names")
    void parametersChangeTheAlert(String name) throws IOException {
        AlertRules rules = AlertRules.in(GoldenFile.repositoryRoot().resolve(RuleFiles.FOLDER));

        assertThat(PARAMETERS.matcher(Runbooks.text(name)).results().map(span -> span.group(1)))
                .allSatisfy(parameters -> {
                    AlertRules.Rendered rendered =
                            rules.with(name, "rules:\n  " + parameters + "\n", AlertsFormat.PROMETHEUS);
                    assertThat(rendered.problems()).isEmpty();
                    assertThat(rendered.changed()).containsExactly(name);
                });
    }

    @ParameterizedTest
    @MethodSource("names")
    void queriesAskForWhatIsThere(String name) {
        Catalogue catalogue = Catalogue.withRules(RuleFiles.all());

        assertThat(PROMQL.matcher(Runbooks.text(name)).results().map(block -> block.group(1)))
                .allSatisfy(query ->
                        assertThat(catalogue.problems(PromQl.parse(query))).isEmpty());
    }

    @Test
    void indexListsThemAll() {
        StringBuilder index = new StringBuilder();
        String component = "";
        for (Rule alert : RuleFiles.alerts()) {
            if (!alert.file().equals(component)) {
                component = alert.file();
                index.append("\n### ")
                        .append(title(component))
                        .append("\n\n| alert | severity | meaning |\n|---|---|---|\n");
            }
            index.append("| [%s](%s.md) | %s | %s |\n"
                    .formatted(alert.name(), alert.name(), alert.labels().get("severity"), alert.summary()));
        }

        matches(Runbooks.FOLDER.resolve("README.md"), index + "\n");
    }

    static String title(String file) {
        String words =
                file.replace('-', ' ').replace("gpus dcgm", "GPUs by DCGM").replace("gpus", "GPUs");
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    @Test
    void readmeListsAllAlerts() {
        matches(
                RuleFiles.FOLDER.resolve("README.md"),
                RuleFiles.alerts().stream()
                        .map(RunbooksTest::row)
                        .collect(Collectors.joining(
                                "", "| alert | file | severity | after | fires when |\n|---|---|---|---|---|\n", "")));
    }

    /** The part of a document between the marks for alerts. */
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

    private static String row(Rule alert) {
        return "| [%s](../docs/runbooks/%s.md) | `%s.yml` | %s | %s | %s |\n"
                .formatted(
                        alert.name(),
                        alert.name(),
                        alert.file(),
                        alert.labels().get("severity"),
                        alert.hold(),
                        alert.summary());
    }
}
