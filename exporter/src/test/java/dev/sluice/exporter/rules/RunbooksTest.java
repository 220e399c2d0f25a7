package dev.sluice.exporter.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runbooks are there, have one form, and ask for what is there. */
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
    void runbookHasTheFourParts(String name) {
        assertThat(HEADING.matcher(Runbooks.text(name)).results().map(MatchResult::group))
                .containsExactly("# " + name, "## Meaning", "## Impact", "## Diagnosis", "## Mitigation");
        assertThat(Runbooks.text(name)).doesNotContainPattern("##[^#\\n]+\\n\\n(##|\\z)");
    }

    @ParameterizedTest
    @MethodSource("names")
    void diagnosisHasSomethingToRun(String name) {
        assertThat(Runbooks.text(name)).containsPattern("(?m)^```(sh|promql)$");
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
        StringBuilder index = new StringBuilder("""
                # Runbooks

                <!-- Made by RunbooksTest from alerts/*.yml. Change those, then run
                     mvn -pl exporter -am verify -Dgolden.update=true -->

                One page for each alert in [alerts/](../../alerts/README.md): what it means, what suffers, how to find the cause,
                what to do. Commands for Slurm run where `scontrol` works: on a login node, or with
                `kubectl exec -n slurm deploy/slurm-login-slinky --`. `EXPORTER` is the address of the exporter's API, such as
                `sluice.slurm:8080`. In queries add `cluster="..."` where one Prometheus sees several clusters.
                """);
        String component = "";
        for (Rule alert : RuleFiles.alerts()) {
            if (!alert.file().equals(component)) {
                component = alert.file();
                index.append("\n## ")
                        .append(title(component))
                        .append("\n\n| alert | severity | meaning |\n|---|---|---|\n");
            }
            index.append("| [%s](%s.md) | %s | %s |\n"
                    .formatted(
                            alert.name(),
                            alert.name(),
                            alert.labels().get("severity"),
                            alert.annotations().get("summary")));
        }
        GoldenFile.at(Runbooks.FOLDER.resolve("README.md")).matches(index.toString());
    }

    static String title(String file) {
        String words =
                file.replace('-', ' ').replace("gpus dcgm", "GPUs by DCGM").replace("gpus", "GPUs");
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    @Test
    void readmeListsAllAlerts() {
        String begin = "<!-- alerts: begin -->\n";
        String end = "<!-- alerts: end -->";
        String text = Runbooks.document(RuleFiles.FOLDER.resolve("README.md"));
        assertThat(text).containsOnlyOnce(begin).containsOnlyOnce(end);
        String table = RuleFiles.alerts().stream()
                .map(RunbooksTest::row)
                .collect(Collectors.joining(
                        "", "| alert | file | severity | after | fires when |\n|---|---|---|---|---|\n", ""));

        GoldenFile.at(RuleFiles.FOLDER.resolve("README.md"))
                .matches(text.substring(0, text.indexOf(begin) + begin.length())
                        + table
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
                        alert.annotations().get("summary"));
    }
}
