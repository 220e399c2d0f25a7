package dev.sluice.exporter.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.fixtures.GoldenFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks every dashboard except its queries: {@link DashboardQueriesTest}. */
class DashboardLintTest {

    private static final int MAX_PANELS = 40;
    private static final String RED = "#D55E00";
    private static final Set<String> WITHOUT_QUERIES = Set.of("row", "text");
    private static final Pattern LINK = Pattern.compile("/d/([\\w-]+)");
    private static final Pattern LINK_WITH_VARIABLE = Pattern.compile("(/d/[\\w-]+\\?[^\"\\\\) ]*)");
    /** {@code $1} in label_replace is not a variable. */
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?([a-zA-Z_]\\w*)");

    private static final Pattern RUNBOOK = Pattern.compile(Pattern.quote(RuleFiles.RUNBOOKS) + "(\\w+)\\.md");

    static List<Dashboard> dashboards() {
        return Dashboard.all();
    }

    @Test
    void thereAreElevenWithUidsAndTitlesOfTheirOwn() {
        assertThat(dashboards()).hasSize(11);
        assertThat(dashboards()).extracting(Dashboard::uid).doesNotHaveDuplicates();
        assertThat(dashboards())
                .extracting(dashboard -> dashboard.json().path("title").asText())
                .doesNotHaveDuplicates()
                .allMatch(title -> title.startsWith("Slurm / "));
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void panelsHaveIdsOfTheirOwnAndAreNotTooMany(Dashboard dashboard) {
        assertThat(dashboard.panels())
                .hasSizeLessThanOrEqualTo(MAX_PANELS)
                .extracting(panel -> panel.path("id").asInt())
                .doesNotHaveDuplicates()
                .allMatch(id -> id > 0);
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void linksLeadToDashboardsAndSetVariablesThatTheseHave(Dashboard dashboard) {
        Map<String, Dashboard> byUid =
                dashboards().stream().collect(Collectors.toMap(Dashboard::uid, Function.identity()));

        assertThat(dashboard.found(LINK)).isNotEmpty().isSubsetOf(byUid.keySet());
        for (String link : dashboard.found(LINK_WITH_VARIABLE)) {
            String uid = link.substring("/d/".length(), link.indexOf('?'));
            Set<String> there =
                    Objects.requireNonNull(byUid.get(uid)).variables().keySet();
            assertThat(Pattern.compile("[?&]var-(\\w+)=").matcher(link).results())
                    .as(link)
                    .allMatch(variable -> there.contains(variable.group(1)));
            assertThat(link).contains("${datasource:queryparam}", "${cluster:queryparam}", "${__url_time_range}");
        }
        assertThat(Dashboard.items(dashboard.json().path("links")))
                .anyMatch(link -> link.path("includeVars").asBoolean()
                        && link.path("keepTime").asBoolean()
                        && link.path("tags").path(0).asText().equals("sluice"));
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void variablesThatAreUsedAreDeclaredAndTheOthersAreNot(Dashboard dashboard) {
        List<String> used = new ArrayList<>(dashboard.found(VARIABLE));
        used.removeIf(name -> name.startsWith("__"));

        assertThat(used)
                .containsExactlyInAnyOrderElementsOf(dashboard.variables().keySet());
    }

    static List<Panel> panels() {
        return dashboards().stream()
                .flatMap(dashboard -> dashboard.panels().stream().map(panel -> new Panel(dashboard.uid(), panel)))
                .filter(panel -> !panel.type().equals("row"))
                .toList();
    }

    /** A panel with content. */
    record Panel(String uid, JsonNode json) {

        String type() {
            return json.path("type").asText();
        }

        String description() {
            return json.path("description").asText();
        }

        @Override
        public String toString() {
            return uid + " " + json.path("id").asText() + " "
                    + json.path("title").asText();
        }
    }

    @ParameterizedTest
    @MethodSource("panels")
    void panelSaysWhatItAsksAndHowToReadTheAnswer(Panel panel) {
        assertThat(panel.json().path("title").asText()).isNotEmpty();
        assertThat(panel.description()).matches("(?s)\\*\\*[A-Z].*\\?\\*\\* .*[.)].*");
        for (String runbook : RUNBOOK.matcher(panel.description())
                .results()
                .map(found -> found.group(1))
                .toList()) {
            assertThat(GoldenFile.repositoryRoot().resolve(Runbooks.FOLDER).resolve(runbook + ".md"))
                    .isRegularFile();
        }
    }

    @ParameterizedTest
    @MethodSource("panels")
    void panelThatTurnsRedNamesARunbook(Panel panel) {
        boolean turnsRed = Dashboard.items(panel.json().at("/fieldConfig/defaults/thresholds/steps")).stream()
                .anyMatch(step -> step.path("color").asText().equals(RED));

        assertThat(!turnsRed || panel.description().contains(RuleFiles.RUNBOOKS))
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("panels")
    void panelHasAUnitAndQueriesFromTheDataSourceChosen(Panel panel) {
        List<JsonNode> targets = Dashboard.items(panel.json().path("targets"));
        if (WITHOUT_QUERIES.contains(panel.type())) {
            assertThat(targets).isEmpty();
            return;
        }
        assertThat(targets).isNotEmpty();
        assertThat(panel.json().at("/fieldConfig/defaults/unit").asText()).isNotEmpty();
        assertThat(targets).extracting(target -> target.path("refId").asText()).doesNotHaveDuplicates();
        assertThat(targets)
                .allMatch(target -> target.at("/datasource/uid").asText().equals("${datasource}"));
    }
}
