package dev.sluice.exporter.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.rules.Expr.Binary;
import dev.sluice.exporter.rules.Expr.Call;
import dev.sluice.exporter.rules.Expr.Selector;
import dev.sluice.exporter.rules.RuleTestFiles.Expectation;
import dev.sluice.fixtures.GoldenFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that every rule uses existing series, has complete texts, and is tested. */
class RuleLintTest {

    private static final Catalogue CATALOGUE = Catalogue.withRules(RuleFiles.all());
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
    /** Alerts about targets and exporters. These alerts belong to no cluster. */
    private static final Set<String> WITHOUT_CLUSTER = Set.of(
            "SlurmWatchdog",
            "SlurmExporterAbsent",
            "SlurmExporterDown",
            "SlurmCertificateExpiresSoon",
            "SlurmCertificateNotRenewed",
            "SlurmAdapterCertificateNotTrusted",
            "SlurmAdapterGone",
            "SlurmMetricsApiUnavailable");

    private static final Set<String> GAUGES_FUNCTIONS = Set.of("delta", "deriv", "idelta", "predict_linear");
    private static final Set<String> COUNTERS_FUNCTIONS = Set.of("increase", "irate", "rate", "resets", "changes");
    private static final Pattern CONSTANT = Pattern.compile("^(?:vector|absent)\\(|== [01]\\b");
    private static final Pattern DASHBOARD = Pattern.compile("https://grafana\\.example\\.org/d/([a-z-]+)(?:\\?(.+))?");
    /** Words for which the shared terms are "pending", "unavailable", "respond" and "desired". */
    private static final Pattern NOT_THE_FIELDS_WORDS = Pattern.compile(
            "\\b[Tt]here (?:is|are)\\b|\\bthat there (?:is|are)\\b|can be trusted|\\bnobody took\\b|\\blicence|should have\\b");

    private static final Pattern LABEL_IN_TEMPLATE = Pattern.compile("\\$labels\\.(\\w+)");
    private static final int SHORTEST_WINDOW_MINUTES = 5;

    static List<Rule> rules() {
        return RuleFiles.all();
    }

    static List<Rule> alerts() {
        return RuleFiles.alerts();
    }

    static Stream<Rule> recordings() {
        return RuleFiles.all().stream().filter(Rule::recording);
    }

    static List<Path> files() {
        return Stream.concat(RuleFiles.files().stream(), RuleTestFiles.files().stream())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("files")
    void fileIsStrictYaml(Path file) {
        assertThat(Yaml.read(file).keys()).isNotEmpty();
    }

    @Test
    void thereAreAsManyAlertsAsPromised() {
        assertThat(alerts()).hasSizeGreaterThanOrEqualTo(35);
    }

    @Test
    void namesAreUnique() {
        assertThat(rules()).extracting(Rule::name).doesNotHaveDuplicates();
    }

    @Test
    void everyFileHasGroupsOfItsOwn() {
        Map<String, Set<String>> filesOfGroup = rules().stream()
                .collect(Collectors.groupingBy(Rule::group, Collectors.mapping(Rule::file, Collectors.toSet())));

        assertThat(filesOfGroup.values()).allSatisfy(files -> assertThat(files).hasSize(1));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void expressionAsksForWhatIsThere(Rule rule) {
        assertThat(CATALOGUE.problems(PromQl.parse(rule.expression()))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void countersAreSeenThroughTheirIncreaseAndGaugesAreNot(Rule rule) {
        Expr expression = PromQl.parse(rule.expression());
        List<Selector> increasing = selectorsIn(expression, COUNTERS_FUNCTIONS);
        List<Selector> changing = selectorsIn(expression, Set.of("changes"));

        assertThat(selectors(expression).filter(selector -> CATALOGUE.counter(selector.name())))
                .allSatisfy(counter -> assertThat(increasing).contains(counter));
        assertThat(increasing)
                .filteredOn(selector -> !changing.contains(selector))
                .allMatch(selector -> CATALOGUE.counter(selector.name()));
        assertThat(selectorsIn(expression, GAUGES_FUNCTIONS)).noneMatch(gauge -> CATALOGUE.counter(gauge.name()));
    }

    private static Stream<Selector> selectors(Expr expression) {
        return expression.walk().filter(Selector.class::isInstance).map(Selector.class::cast);
    }

    private static List<Selector> selectorsIn(Expr expression, Set<String> functions) {
        return expression
                .walk()
                .filter(part -> part instanceof Call call && functions.contains(call.function()))
                .flatMap(RuleLintTest::selectors)
                .toList();
    }

    /** A window contains four scrapes even with a scrape interval of one minute. */
    @ParameterizedTest
    @MethodSource("rules")
    void windowsHoldSeveralScrapes(Rule rule) {
        assertThat(selectors(PromQl.parse(rule.expression()))
                        .map(Selector::range)
                        .filter(range -> !range.isEmpty()))
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
    @MethodSource("recordings")
    void recordingIsNamedByItsLabelsItsMetricAndTheOperation(Rule rule) {
        String[] parts = rule.name().split(":", -1);
        assertThat(parts).hasSize(3);
        String level = CATALOGUE.labelsOf(PromQl.parse(rule.expression())).stream()
                .sorted(Comparator.comparingInt(parts[0]::indexOf))
                .collect(Collectors.joining("_"));

        assertThat(parts[0]).isEqualTo(level);
        // A ratio of a histogram has the name of the histogram, but the series of the histogram have suffixes. A rule
        // for
        // several fields of DCGM has their common prefix and the label "field".
        if (!parts[1].equals("DCGM_FI")) {
            assertThat(CATALOGUE.labels(parts[1]).or(() -> CATALOGUE.labels(parts[1] + "_bucket")))
                    .as(parts[1])
                    .isPresent();
        }
        assertThat(parts[2]).matches("[a-z0-9_]+");
        assertThat(selectors(PromQl.parse(rule.expression())).map(Selector::name))
                .anyMatch(name -> name.contains(parts[1]));
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
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void dashboardLinkChoosesWhatTheAlertIsAbout(Rule alert) {
        Matcher link = DASHBOARD.matcher(String.valueOf(alert.annotations().get("dashboard_url")));
        assertThat(link.matches()).isTrue();
        Dashboard dashboard = Dashboard.all().stream()
                .filter(board -> board.uid().equals(link.group(1)))
                .findFirst()
                .orElseThrow();
        String query = CATALOGUE.labelsOf(PromQl.parse(alert.expression())).stream()
                .filter(label -> dashboard.variables().containsKey(variable(label)))
                .map(label -> "var-" + variable(label) + "={{ $labels." + label + " }}")
                .sorted()
                .collect(Collectors.joining("&"));

        assertThat(Stream.of(Objects.requireNonNullElse(link.group(2), "").split("&", -1))
                        .sorted()
                        .collect(Collectors.joining("&")))
                .isEqualTo(query);
    }

    /**
     * Returns the dashboard variable of a label. The label {@code job} belongs to Prometheus, so the variable for jobs
     * has a different name.
     */
    private static String variable(String label) {
        return label.equals("job_id") ? "job" : label;
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void alertWaitsBeforeItFires(Rule alert) {
        assertThat(alert.hold().isEmpty()).isEqualTo(alert.name().equals("SlurmWatchdog"));
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void alertComparesOrLooksForWhatIsMissing(Rule alert) {
        boolean compares = PromQl.parse(alert.expression()).walk().anyMatch(RuleLintTest::decides);

        assertThat(compares).isEqualTo(!alert.name().equals("SlurmWatchdog"));
    }

    private static boolean decides(Expr part) {
        if (part instanceof Call call) {
            return call.function().equals("absent");
        }
        return part instanceof Binary binary
                && (binary.comparison() || binary.operator().equals("unless"));
    }

    /** Scrape labels change when the exporter moves to another machine. Such a change would restart an alert. */
    @ParameterizedTest
    @MethodSource("alerts")
    void alertKeepsTheClusterAndNothingOfTheScrape(Rule alert) {
        Set<String> labels = CATALOGUE.labelsOf(PromQl.parse(alert.expression()));

        if (WITHOUT_CLUSTER.contains(alert.name())) {
            assertThat(labels).doesNotContain("cluster");
        } else {
            assertThat(labels).contains("cluster").doesNotContainAnyElementsOf(ForeignSeries.OF_THE_SCRAPE);
        }
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void textsNameAllLabelsAndOnlySuchAsAreLeft(Rule alert) {
        Set<String> labels = new HashSet<>(CATALOGUE.labelsOf(PromQl.parse(alert.expression())));
        String summary = String.valueOf(alert.annotations().get("summary"));
        String text = summary + alert.annotations().get("description");
        Set<String> named = LABEL_IN_TEMPLATE
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .map(label -> label.substring(label.indexOf('.') + 1))
                .collect(Collectors.toSet());

        assertThat(named).isEqualTo(labels);
        // A value that is always 0 or 1 contains no information.
        if (!CONSTANT.matcher(alert.expression()).find()) {
            assertThat(summary).contains("$value");
        }
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void alertIsTestedFiringAndSilent(Rule alert) {
        List<Boolean> tested = RuleTestFiles.expectations().stream()
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

        assertThat(RuleTestFiles.expectations()).extracting(Expectation::alert).isSubsetOf(names);
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void recordingIsTested(Rule rule) {
        List<String> recorded = new ArrayList<>();
        for (String expression : RuleTestFiles.expressionsWithValues()) {
            selectors(PromQl.parse(expression)).map(Selector::name).forEach(recorded::add);
        }

        assertThat(recorded).contains(rule.name());
    }
}
