package dev.sluice.exporter.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.rules.Dashboard.Query;
import dev.sluice.exporter.rules.Expr.Call;
import dev.sluice.exporter.rules.Expr.Selector;
import dev.sluice.exporter.rules.Expr.Subquery;
import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks every query of every dashboard against rules. {@code .ci/dashboards} executes all these queries. */
class DashboardQueriesTest {

    private static final Catalogue CATALOGUE = Catalogue.withRules(RuleFiles.all());
    private static final Pattern LABEL_IN_LEGEND = Pattern.compile("\\{\\{(\\w+)}}");
    private static final Set<String> WINDOWS = Set.of("$__rate_interval", "$__range");
    private static final Set<String> OF_COUNTERS =
            Set.of("rate", "increase", "irate", "resets", "changes", "sum_over_time");

    static List<Query> queries() {
        return Dashboard.all().stream()
                .flatMap(dashboard -> dashboard.queries().stream())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("queries")
    void seriesLabelsAndValuesExist(Query query) {
        assertThat(CATALOGUE.problems(PromQl.parse(query.expression()))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("queries")
    void legendNamesLabelsThatAreLeft(Query query) {
        Set<String> left = CATALOGUE.labelsOf(PromQl.parse(query.expression()));

        assertThat(query.legend()).isNotEmpty();
        assertThat(LABEL_IN_LEGEND.matcher(query.legend()).results().map(label -> label.group(1)))
                .isSubsetOf(left);
    }

    /**
     * Without a cluster label, a dashboard for one cluster would add up all clusters. The cluster label of
     * dcgm-exporter can be the name of the Kubernetes cluster.
     */
    @ParameterizedTest
    @MethodSource("queries")
    void seriesOfAClusterAreOfTheClustersChosen(Query query) {
        if (query.of().endsWith(" variable:cluster")) {
            return;
        }
        assertThat(selectors(query))
                .filteredOn(selector ->
                        CATALOGUE.labels(selector.name()).orElse(Set.of()).contains("cluster"))
                .filteredOn(selector -> !selector.name().startsWith("DCGM_"))
                .allSatisfy(selector -> assertThat(selector.matchers())
                        .as(selector.name())
                        .anyMatch(matcher -> matcher.label().equals("cluster")
                                && matcher.operator().equals("=~")
                                && Set.of("$cluster", "$cluster|").contains(matcher.value())));
    }

    /**
     * A fixed window hides short events when a panel shows a day. With a long scrape interval, a fixed window is empty.
     */
    @ParameterizedTest
    @MethodSource("queries")
    void windowsFollowTheTimeShown(Query query) {
        Stream<String> windows = PromQl.parse(query.expression())
                .walk()
                .flatMap(part -> part instanceof Selector selector
                        ? Stream.of(selector.range())
                        : part instanceof Subquery subquery ? Stream.of(subquery.range()) : Stream.of())
                .filter(range -> !range.isEmpty());

        assertThat(windows).isSubsetOf(WINDOWS);
    }

    @ParameterizedTest
    @MethodSource("queries")
    void countersAreSeenThroughTheirRate(Query query) {
        if (query.of().contains(" variable:")) {
            return;
        }
        Set<String> seen = PromQl.parse(query.expression())
                .walk()
                .filter(part -> part instanceof Call call && OF_COUNTERS.contains(call.function()))
                .flatMap(Expr::walk)
                .flatMap(part -> part instanceof Selector selector ? Stream.of(selector.name()) : Stream.of())
                .collect(Collectors.toSet());

        assertThat(selectors(query).stream()
                        .map(Selector::name)
                        .filter(name -> CATALOGUE.counter(name) || name.endsWith("_bucket")))
                .isSubsetOf(seen);
    }

    /**
     * A missing number must not look like zero. The exception is the series of an alert: an alert that does not fire
     * has no series.
     */
    @ParameterizedTest
    @MethodSource("queries")
    void onlyACountOfAlertsFallsBackToZero(Query query) {
        if (query.expression().contains("vector(")) {
            assertThat(query.expression()).matches("count\\(ALERTS\\{[^()]*}\\) or vector\\(0\\)");
        }
    }

    @Test
    void whatMayBeEmptyInTheDemoIsAQueryAndHasAReason() throws IOException {
        Set<String> known = queries().stream().map(Query::of).collect(Collectors.toSet());
        List<String> lines = Files.readAllLines(
                        GoldenFile.repositoryRoot().resolve(Dashboard.FOLDER).resolve("empty-in-demo.txt"))
                .stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();

        assertThat(lines).allSatisfy(line -> {
            String[] words = line.split(" +", 3);
            assertThat(words).hasSize(3);
            assertThat(known).contains(words[0] + " " + words[1]);
        });
        assertThat(lines.stream().map(line -> line.replaceFirst("^(\\S+ +\\S+).*", "$1")))
                .doesNotHaveDuplicates();
    }

    private static List<Selector> selectors(Query query) {
        return PromQl.parse(query.expression())
                .walk()
                .flatMap(part -> part instanceof Selector selector ? Stream.of(selector) : Stream.of())
                .toList();
    }
}
