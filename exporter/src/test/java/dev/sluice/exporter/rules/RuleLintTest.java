package dev.sluice.exporter.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.rules.RuleTestFiles.Expectation;
import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that every rule uses existing series, has complete texts, and is tested. */
class RuleLintTest {

    private static final List<Rule> RULES = RuleFiles.all();
    private static final Catalogue CATALOGUE = Catalogue.withRules(RULES);
    private static final List<Dashboard> DASHBOARDS = Dashboard.all();
    private static final List<Expectation> EXPECTATIONS = RuleTestFiles.expectations();
    private static final List<String> EXPRESSIONS_WITH_VALUES = RuleTestFiles.expressionsWithValues();
    private static final Set<String> SEVERITIES = Set.of("critical", "warning", "info", "none");
    private static final Map<String, String> COMPONENT_OF_FILE = Map.of(
            "sluice", "exporter",
            "control-plane", "controller",
            "queue", "queue",
            "jobs", "queue",
            "nodes", "node",
            "gpus", "gpu",
            "gpus-dcgm", "gpu",
            "autoscaling", "autoscaler");

    private static final Pattern DASHBOARD = Pattern.compile("https://grafana\\.example\\.org/d/([a-z-]+)(?:\\?(.+))?");
    /** Words for which the shared terms are "pending", "unavailable", "respond" and "desired". */
    private static final Pattern NOT_THE_FIELDS_WORDS = Pattern.compile(
            "\\b[Tt]here (?:is|are)\\b|\\bthat there (?:is|are)\\b|can be trusted|\\bnobody took\\b|\\blicence|should have\\b");

    /** It starts at zero each month, so its value is what a budget limits. */
    private static final String COUNTER_OF_THE_MONTH = "slurm_account_cost_total";

    /** "1 jobs": a number before its noun needs a threshold of at least 1. Elsewhere, the number is in parentheses. */
    private static final Pattern NUMBER_OF_THINGS =
            Pattern.compile("\\{\\{ \\$value (?:\\| humanize )?}} (?:\\w+ )?\\w+s\\b");

    private static final Pattern MORE_THAN_ONE = Pattern.compile("> [1-9]");

    private static final Pattern VARIABLE = Pattern.compile("var-(\\w+)=\\{\\{ \\$labels\\.(\\w+) }}");
    private static final int SHORTEST_WINDOW_MINUTES = 5;

    static List<Rule> rules() {
        return RULES;
    }

    static List<Rule> alerts() {
        return RuleFiles.alerts();
    }

    static Stream<Rule> recordings() {
        return RuleFiles.all().stream().filter(Rule::recording);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void expressionAsksForWhatIsThere(Rule rule) {
        assertThat(CATALOGUE.unknown(rule.expression())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void countersAreSeenThroughTheirIncreaseAndGaugesAreNot(Rule rule) {
        String expression = rule.expression();

        assertThat(PromQl.counted(expression))
                .containsAll(PromQl.series(expression).stream()
                        .filter(CATALOGUE::counter)
                        .filter(series -> !series.equals(COUNTER_OF_THE_MONTH))
                        .toList())
                .allMatch(series -> CATALOGUE.counter(series) || expression.contains("changes(" + series));
    }

    /** A window contains four scrapes even with a scrape interval of one minute. */
    @ParameterizedTest
    @MethodSource("rules")
    void windowsHoldSeveralScrapes(Rule rule) {
        assertThat(PromQl.windows(rule.expression()))
                .allSatisfy(range -> assertThat(minutes(range)).isGreaterThanOrEqualTo(SHORTEST_WINDOW_MINUTES));
    }

    private static long minutes(String range) {
        long number = Long.parseLong(range.substring(0, range.length() - 1));
        return switch (range.charAt(range.length() - 1)) {
            case 'm' -> number;
            case 'h' -> number * 60;
            case 'd' -> number * 60 * 24;
            case 'w' -> number * 60 * 24 * 7;
            default -> throw new IllegalArgumentException(range);
        };
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void alertHasWhatRoutesAndPeopleNeed(Rule alert) {
        assertThat(alert.name()).matches("Slurm[A-Z][A-Za-z]+");
        assertThat(alert.labels()).containsOnlyKeys("severity", "component");
        assertThat(SEVERITIES).contains(alert.labels().get("severity"));
        assertThat(alert.labels()).containsEntry("component", COMPONENT_OF_FILE.get(alert.file()));
        assertThat(alert.annotations()).containsOnlyKeys("summary", "description", "dashboard_url", "runbook_url");
        assertThat(alert.annotations()).containsEntry("runbook_url", RuleFiles.RUNBOOKS + alert.name() + ".md");
        assertThat(GoldenFile.repositoryRoot().resolve(Runbooks.FOLDER).resolve(alert.name() + ".md"))
                .isRegularFile();
    }

    /**
     * A description has one sentence with the problem and the location of the problem, then the command, then the
     * reason.
     */
    @ParameterizedTest
    @MethodSource("alerts")
    void textsSayWhatIsWrongAndWhatToRun(Rule alert) {
        String description = String.valueOf(alert.annotations().get("description"));

        assertThat(alert.summary()).matches("(?:[A-Z]|slurm).*[^.]\\.").doesNotContain(". ");
        assertThat(description).endsWith(".");
        if (!alert.name().equals("SlurmWatchdog")) {
            assertThat(description).matches("Run `[^`]+`.*");
        }
        assertThat(alert.summary() + " " + description).doesNotContainPattern(NOT_THE_FIELDS_WORDS);
        if (NUMBER_OF_THINGS.matcher(alert.summary()).find()) {
            assertThat(alert.expression()).containsPattern(MORE_THAN_ONE);
        }
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void dashboardLinkChoosesWhatTheAlertIsAbout(Rule alert) {
        Matcher link = DASHBOARD.matcher(String.valueOf(alert.annotations().get("dashboard_url")));
        assertThat(link.matches()).isTrue();
        Dashboard dashboard = DASHBOARDS.stream()
                .filter(board -> board.uid().equals(link.group(1)))
                .findFirst()
                .orElseThrow();
        Matcher variable = VARIABLE.matcher(Objects.requireNonNullElse(link.group(2), ""));

        assertThat(variable.replaceAll("").replace("&", "")).isEmpty();
        assertThat(variable.reset().results())
                .allMatch(found -> dashboard.variables().containsKey(found.group(1)))
                .allMatch(found ->
                        found.group(1).equals(found.group(2)) || found.group(2).equals("job_id"));
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void alertIsTestedFiringAndSilent(Rule alert) {
        List<Boolean> tested = EXPECTATIONS.stream()
                .filter(expectation -> expectation.alert().equals(alert.name()))
                .map(Expectation::firing)
                .distinct()
                .toList();

        assertThat(tested).contains(true);
        if (!alert.name().equals("SlurmWatchdog")) {
            assertThat(tested).contains(false);
        }
    }

    @Test
    void testsAreOfAlertsThatThereAre() {
        List<String> names = alerts().stream().map(Rule::name).toList();

        assertThat(EXPECTATIONS).extracting(Expectation::alert).isSubsetOf(names);
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void recordingIsTested(Rule rule) {
        assertThat(EXPRESSIONS_WITH_VALUES)
                .anyMatch(expression -> PromQl.series(expression).contains(rule.name()));
    }

    @Test
    void seriesOfTheAdapterAreInItsDocument() throws IOException {
        String document = Files.readString(GoldenFile.repositoryRoot().resolve("docs/autoscaler-adapter.md"));

        assertThat(rules())
                .flatMap(rule -> PromQl.series(rule.expression()))
                .filteredOn(name -> name.startsWith("sluice_adapter_"))
                .isNotEmpty()
                .allMatch(name -> document.contains("`adapter: " + name));
    }
}
