package dev.sluice.exporter.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.rules.Dashboard.Query;
import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks every query of every dashboard against rules. {@code .ci/dashboards} executes all these queries. */
class DashboardQueriesTest {

    private static final Catalogue CATALOGUE = Catalogue.withRules(RuleFiles.all());
    private static final Pattern OF_A_CLUSTER = Pattern.compile(
            "(?<![\\w:\"])(?:cluster[a-z_]*:|slurm_|sluice_(?!build_info|cloudwatch_|adapter_))[\\w:]+(?:\\{[^}]*})?");
    private static final Pattern OF_THE_CLUSTERS_CHOSEN = Pattern.compile("cluster=~\"\\$cluster\\|?\"");
    private static final Set<String> WINDOWS = Set.of("$__rate_interval", "$__range");

    static List<Query> queries() {
        return Dashboard.all().stream()
                .flatMap(dashboard -> dashboard.queries().stream())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("queries")
    void seriesExist(Query query) {
        assertThat(CATALOGUE.unknown(query.expression())).isEmpty();
        assertThat(query.legend()).isNotEmpty();
    }

    /**
     * Without a cluster label, a dashboard for one cluster would add up all clusters. The cluster label of
     * dcgm-exporter can be the name of the Kubernetes cluster.
     */
    @ParameterizedTest
    @MethodSource("queries")
    void seriesOfAClusterAreOfTheClustersChosen(Query query) {
        if (!query.of().endsWith(" variable:cluster")) {
            assertThat(OF_A_CLUSTER.matcher(query.expression()).results().map(MatchResult::group))
                    .allMatch(
                            selector -> OF_THE_CLUSTERS_CHOSEN.matcher(selector).find());
        }
    }

    /**
     * A fixed window hides short events when a panel shows a day. With a long scrape interval, a fixed window is empty.
     */
    @ParameterizedTest
    @MethodSource("queries")
    void windowsFollowTheTimeShown(Query query) {
        assertThat(PromQl.windows(query.expression())).isSubsetOf(WINDOWS);
    }

    @ParameterizedTest
    @MethodSource("queries")
    void countersAreSeenThroughTheirRate(Query query) {
        if (!query.of().contains(" variable:")) {
            assertThat(PromQl.series(query.expression()).stream().filter(CATALOGUE::counter))
                    .isSubsetOf(PromQl.counted(query.expression()));
        }
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
}
