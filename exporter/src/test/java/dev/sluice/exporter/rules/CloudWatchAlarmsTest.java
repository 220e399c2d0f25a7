package dev.sluice.exporter.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Compares the committed alarm files with the alerts. */
class CloudWatchAlarmsTest {

    private static final Path PROMQL = Path.of("alerts/cloudwatch/promql-alarms.json");
    private static final Path CLASSIC = Path.of("alerts/cloudwatch/classic-alarms.json");

    private static final Map<String, Rule> ALERTS =
            RuleFiles.alerts().stream().collect(Collectors.toMap(Rule::name, Function.identity()));

    @Test
    void alarmsAreMadeFromTheAlerts() {
        GoldenFile.at(PROMQL).matches(CloudWatchAlarms.promQl());
    }

    @Test
    void everyAlertIsAnAlarmOrSaysWhyNot() throws IOException {
        JsonNode file = read(PROMQL);
        List<String> names = new ArrayList<>();
        file.path("alarms").forEach(alarm -> names.add(alarm.path("AlarmName").asText()));
        file.path("leftOut").fieldNames().forEachRemaining(names::add);

        assertThat(names).containsExactlyInAnyOrderElementsOf(ALERTS.keySet());
        assertThat(file.path("alarms")).hasSizeGreaterThan(25);
    }

    @Test
    void durationsAreReadAsPrometheusReadsThem() {
        assertThat(CloudWatchAlarms.seconds("5m")).isEqualTo(300);
        assertThat(CloudWatchAlarms.seconds("1h30m")).isEqualTo(5_400);
        assertThat(CloudWatchAlarms.seconds("1w")).isEqualTo(7 * 24 * 3_600);
        assertThat(CloudWatchAlarms.seconds("")).isZero();
    }

    @Test
    void classicAlarmsHaveThresholdMetricAndTimeOfTheirAlerts() throws IOException {
        JsonNode resources = read(CLASSIC).path("Resources");
        assertThat(resources).hasSize(2);
        resources.properties().forEach(resource -> {
            Rule alert = Objects.requireNonNull(ALERTS.get(resource.getKey()));
            JsonNode properties = resource.getValue().path("Properties");
            String comparison = switch (properties.path("ComparisonOperator").asText()) {
                case "LessThanOrEqualToThreshold" -> "== ";
                case "GreaterThanThreshold" -> "> ";
                default -> "?";
            };

            assertThat(alert.expression())
                    .contains("(" + properties.path("MetricName").asText())
                    .endsWith(comparison + properties.path("Threshold").asText());
            assertThat(properties.path("Period").asLong()
                            * properties.path("EvaluationPeriods").asLong())
                    .isEqualTo(CloudWatchAlarms.seconds(alert.hold()))
                    .isLessThanOrEqualTo(86_400);
        });
    }

    @Test
    void classicAlarmsAskForWhatTheClassicAgentMakes() throws IOException {
        Set<String> made = new HashSet<>();
        for (JsonNode declaration : ContainerInsightsTest.classicAgent().at(ContainerInsightsTest.DECLARATIONS)) {
            for (JsonNode selector : declaration.path("metric_selectors")) {
                for (JsonNode dimensions : declaration.path("dimensions")) {
                    made.add(selector.asText().replaceAll("[\\^$]", "") + names(dimensions));
                }
            }
        }
        for (JsonNode resource : read(CLASSIC).path("Resources")) {
            JsonNode properties = resource.path("Properties");
            Set<String> dimensions = new TreeSet<>();
            properties
                    .path("Dimensions")
                    .forEach(dimension -> dimensions.add(dimension.path("Name").asText()));

            assertThat(made).contains(properties.path("MetricName").asText() + dimensions);
        }
    }

    private static Set<String> names(JsonNode array) {
        Set<String> names = new TreeSet<>();
        array.forEach(name -> names.add(name.asText()));
        return names;
    }

    private static JsonNode read(Path file) throws IOException {
        return new JsonMapper()
                .readTree(Files.readString(GoldenFile.repositoryRoot().resolve(file)));
    }
}
