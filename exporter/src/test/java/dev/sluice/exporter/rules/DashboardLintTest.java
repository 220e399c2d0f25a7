package dev.sluice.exporter.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
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

    private static final int COLUMNS = 24;
    private static final int MAX_PANELS = 40;
    /** The newest schema that Grafana 10.4 and all later versions import, including file provisioning. */
    private static final int SCHEMA = 39;

    private static final String RED = "#D55E00";
    private static final Set<String> WITHOUT_QUERIES = Set.of("row", "text");
    private static final Set<String> OF_NOW = Set.of("stat", "gauge", "bargauge");
    private static final Set<String> TYPES =
            Set.of("row", "text", "stat", "gauge", "bargauge", "timeseries", "table", "heatmap", "state-timeline");
    /** Keys from which Grafana would conclude that the file has the newer schema. */
    private static final List<String> FOREIGN_KEYS = List.of("elements", "layout", "apiVersion", "kind", "spec");

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
    void fileIsWhatJqWritesWithSortedKeys(Dashboard dashboard) {
        assertThat(dashboard.text()).isEqualTo(dashboard.canonical());
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void everyGrafanaThatIsStillInUseImportsIt(Dashboard dashboard) {
        JsonNode json = dashboard.json();

        assertThat(dashboard.file()).isEqualTo(dashboard.uid().replace("sluice-", "") + ".json");
        assertThat(json.path("schemaVersion").asInt()).isEqualTo(SCHEMA);
        assertThat(json.path("id").isNull()).isTrue();
        assertThat(json.path("editable").asBoolean(false)).isTrue();
        assertThat(Dashboard.items(json.path("tags")))
                .extracting(JsonNode::asText)
                .containsExactly("sluice", "slurm", dashboard.uid());
        assertThat(FOREIGN_KEYS).noneMatch(json::has);
        assertThat(dashboard.panels())
                .extracting(panel -> panel.path("type").asText())
                .isSubsetOf(TYPES);
    }

    /**
     * The file has the form of an export for grafana.com. The data source is a variable, so that an import needs no
     * input.
     */
    @ParameterizedTest
    @MethodSource("dashboards")
    void namesWhatAnImportNeeds(Dashboard dashboard) {
        assertThat(dashboard.json().path("__inputs").isArray()).isTrue();
        assertThat(dashboard.json().path("__inputs")).isEmpty();
        Set<String> needed = dashboard.panels().stream()
                .map(panel -> panel.path("type").asText())
                .filter(type -> !type.equals("row"))
                .map(type -> "panel " + type)
                .collect(Collectors.toSet());
        needed.addAll(Set.of("grafana grafana", "datasource prometheus"));
        assertThat(Dashboard.items(dashboard.json().path("__requires")))
                .extracting(required -> required.path("type").asText() + " "
                        + required.path("id").asText())
                .containsExactlyInAnyOrderElementsOf(needed);
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
    void panelsLieInTheGridAndNotOnEachOther(Dashboard dashboard) {
        Set<String> taken = new HashSet<>();
        for (JsonNode panel : dashboard.panels()) {
            JsonNode place = panel.path("gridPos");
            int left = place.path("x").asInt(-1);
            int top = place.path("y").asInt(-1);
            int right = left + place.path("w").asInt();
            int bottom = top + place.path("h").asInt();
            String title = panel.path("title").asText();
            assertThat(left).as(title).isNotNegative().isLessThan(right);
            assertThat(top).as(title).isNotNegative().isLessThan(bottom);
            assertThat(right).as(title).isLessThanOrEqualTo(COLUMNS);
            for (int x = left; x < right; x++) {
                for (int y = top; y < bottom; y++) {
                    assertThat(taken.add(x + "/" + y)).as(title).isTrue();
                }
            }
        }
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

    @ParameterizedTest
    @MethodSource("dashboards")
    void variablesFollowTheDataSourceAndTheTime(Dashboard dashboard) {
        assertThat(dashboard.variables().keySet()).startsWith("datasource", "cluster");
        for (JsonNode variable : dashboard.variables().values()) {
            assertThat(variable.path("label").asText()).isNotEmpty();
            if (variable.path("type").asText().equals("query")) {
                assertThat(variable.path("refresh").asInt()).isEqualTo(2);
                assertThat(variable.path("datasource").path("uid").asText()).isEqualTo("${datasource}");
                assertThat(variable.path("multi").asBoolean())
                        .isEqualTo(variable.path("includeAll").asBoolean());
            }
        }
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
        boolean turnsRed =
                Dashboard.items(panel.json()
                                .path("fieldConfig")
                                .path("defaults")
                                .path("thresholds")
                                .path("steps"))
                        .stream()
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
        assertThat(panel.json()
                        .path("fieldConfig")
                        .path("defaults")
                        .path("unit")
                        .asText())
                .isNotEmpty();
        assertThat(targets).extracting(target -> target.path("refId").asText()).doesNotHaveDuplicates();
        assertThat(targets)
                .allMatch(
                        target -> target.path("datasource").path("uid").asText().equals("${datasource}"));
    }

    /**
     * If a line ended an hour ago, the last value of the line is not the current value. Withdrawn values must
     * disappear.
     */
    @ParameterizedTest
    @MethodSource("panels")
    void numberOfNowIsAskedForNow(Panel panel) {
        if (!OF_NOW.contains(panel.type())) {
            return;
        }
        assertThat(Dashboard.items(panel.json().path("targets"))).allSatisfy(target -> {
            assertThat(target.path("instant").asBoolean()).isTrue();
            assertThat(target.path("range").asBoolean()).isFalse();
        });
        assertThat(panel.json().path("options").path("graphMode").asText("none"))
                .isEqualTo("none");
    }

    /**
     * If a line ended an hour ago, Grafana's "lastNotNull" returns the last value of the line, and "last" returns
     * nothing.
     */
    @ParameterizedTest
    @MethodSource("panels")
    void legendGivesNoValueOfALineThatHasEnded(Panel panel) {
        if (!panel.type().equals("timeseries")) {
            return;
        }
        List<JsonNode> calcs =
                Dashboard.items(panel.json().path("options").path("legend").path("calcs"));
        assertThat(calcs).extracting(JsonNode::asText).isSubsetOf("last", "max");
        // Without this setting, the text of an empty panel would replace the value.
        assertThat(calcs.isEmpty()
                        || panel.json()
                                .path("fieldConfig")
                                .path("overrides")
                                .path(0)
                                .toString()
                                .contains("{\"id\":\"noValue\",\"value\":\"–\"}"))
                .isTrue();
    }

    /** Settings for a column or line that does not exist have no effect. Nobody notices such settings. */
    @ParameterizedTest
    @MethodSource("panels")
    void columnsThatHaveSettingsAreThere(Panel panel) {
        if (!panel.type().equals("table")) {
            return;
        }
        JsonNode organize = Dashboard.items(panel.json().path("transformations")).stream()
                .filter(step -> step.path("id").asText().equals("organize"))
                .findFirst()
                .orElseThrow()
                .path("options");
        Set<String> shown = new HashSet<>();
        organize.path("indexByName")
                .fieldNames()
                .forEachRemaining(name ->
                        shown.add(organize.path("renameByName").path(name).asText(name)));

        assertThat(Dashboard.items(panel.json().path("fieldConfig").path("overrides")))
                .filteredOn(
                        override -> override.path("matcher").path("id").asText().equals("byName"))
                .extracting(override -> override.path("matcher").path("options").asText())
                .isSubsetOf(shown);
        assertThat(Dashboard.items(panel.json().path("options").path("sortBy")))
                .extracting(sort -> sort.path("displayName").asText())
                .isSubsetOf(shown);
    }

    @Test
    void readmeHasEachWithItsQuestion() throws IOException {
        String readme = Files.readString(
                        GoldenFile.repositoryRoot().resolve(Dashboard.FOLDER).resolve("README.md"))
                .replace("\r\n", "\n");

        assertThat(dashboards())
                .allSatisfy(dashboard -> assertThat(readme)
                        .contains(
                                "| [" + dashboard.json().path("title").asText().replace("Slurm / ", "") + "]("
                                        + dashboard.file() + ") | "
                                        + dashboard.json().path("description").asText() + " |"));
    }
}
