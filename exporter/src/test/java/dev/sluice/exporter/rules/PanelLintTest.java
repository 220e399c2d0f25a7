package dev.sluice.exporter.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.exporter.model.Buckets;
import dev.sluice.exporter.rules.DashboardLintTest.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that panels do not mislead their readers. */
class PanelLintTest {

    private static final String PANELS = "dev.sluice.exporter.rules.DashboardLintTest#panels";

    private static final Pattern QUANTILE = Pattern.compile("histogram_quantile\\(.*?(\\w+)_bucket\\{");
    private static final Map<String, Buckets> BUCKETS = Map.of(
            "slurm_job_wait_seconds", Buckets.JOB_SECONDS,
            "slurm_job_wait_by_account_seconds", Buckets.JOB_SECONDS,
            "slurm_job_run_seconds", Buckets.JOB_SECONDS,
            "slurm_nodeset_start_seconds", Buckets.START_SECONDS);

    /**
     * Job events are rare on most clusters. With a window of one minute, one job would look like sixty jobs an hour.
     */
    private static final Pattern JOB_EVENTS = Pattern.compile("slurm_job_(submissions_total|starts_total|requeues_total"
            + "|ends_total|wait_by_cause)|slurm_diag_(backfilled_jobs|job_events)_total");

    private static final Pattern HOLDER = Pattern.compile("\\{\\{(user|account)}}");

    private static final Pattern COINED = Pattern.compile("(?i)\\b(parts|bounds|whose|who|due to me|disagree\\w*|"
            + "out of use|asked for|folded|numbers? (are|is)|no number|by (how|cause,|use|what)|take no work|"
            + "what .* says|without room|work off|spent on|busy of|depth|their price|price of|"
            + "time of an? \\w+|time between|budget is used|in charge|usual|its (gpus|pods|nodes)|class of reason)\\b");

    /**
     * A quantile of classic buckets is a guess within a bucket. The result can be "500 ms", although the histogram does
     * not distinguish waits below one second.
     */
    @ParameterizedTest
    @MethodSource(PANELS)
    void quantileIsShownAsTheBucketThatHoldsIt(Panel panel) {
        for (JsonNode target : targets(panel)) {
            Matcher quantile = QUANTILE.matcher(target.path("expr").asText());
            if (quantile.find()) {
                assertThat(panel.type()).isNotEqualTo("timeseries");
                assertThat(upperBounds(mappings(panel, target)))
                        .as(quantile.group(1))
                        .isEqualTo(Objects.requireNonNull(BUCKETS.get(quantile.group(1)))
                                .upperBounds());
            }
        }
    }

    /** Returns the mappings of the column of a target, or of the whole panel. */
    private static JsonNode mappings(Panel panel, JsonNode target) {
        JsonNode defaults = panel.json().path("fieldConfig").path("defaults").path("mappings");
        if (!panel.type().equals("table")) {
            return defaults;
        }
        String value = "Value #" + target.path("refId").asText();
        String column = panel.json()
                .path("transformations")
                .findPath("renameByName")
                .path(value)
                .asText();
        for (JsonNode override : panel.json().path("fieldConfig").path("overrides")) {
            if (override.path("matcher").path("options").asText().equals(column)) {
                for (JsonNode property : override.path("properties")) {
                    if (property.path("id").asText().equals("mappings")) {
                        return property.path("value");
                    }
                }
            }
        }
        return defaults;
    }

    /** Returns the upper bounds of contiguous ranges. The last range has no upper bound. */
    private static List<Double> upperBounds(JsonNode mappings) {
        List<Double> bounds = new ArrayList<>();
        double from = 0;
        for (JsonNode mapping : mappings) {
            JsonNode range = mapping.path("options");
            assertThat(mapping.path("type").asText()).isEqualTo("range");
            assertThat(range.path("from").asDouble()).isEqualTo(from);
            assertThat(range.path("result").path("text").asText())
                    .startsWith(range.path("to").isNull() ? ">" : "≤")
                    // A narrow panel wraps the line at a space.
                    .doesNotContain(" ");
            from = range.path("to").asDouble();
            if (!range.path("to").isNull()) {
                // Prometheus returns the last bound for a quantile above this bound.
                bounds.add((double) Math.round(from));
            }
        }
        assertThat(mappings.path(mappings.size() - 1).path("options").path("to").isNull())
                .isTrue();
        return bounds;
    }

    /**
     * In a stacked panel, a node or a job in several partitions would count several times in the height of the stack.
     */
    @ParameterizedTest
    @MethodSource(PANELS)
    void partitionsAreNotStacked(Panel panel) {
        String stacking = panel.json()
                .path("fieldConfig")
                .path("defaults")
                .path("custom")
                .path("stacking")
                .path("mode")
                .asText();
        if (stacking.equals("normal")) {
            assertThat(targets(panel))
                    .noneMatch(target -> target.path("expr").asText().matches("(?s).*\\bby \\([^)]*\\bpartition\\b.*"));
        }
    }

    /** With a number unit, Grafana shows job 15684 as "15.7 K". */
    @ParameterizedTest
    @MethodSource(PANELS)
    void jobIdIsShownAsText(Panel panel) {
        for (JsonNode transformation : panel.json().path("transformations")) {
            JsonNode name = transformation.path("options").path("renameByName").path("job_id");
            if (!name.isMissingNode()) {
                assertThat(panel.json().path("fieldConfig").path("overrides"))
                        .filteredOn(override ->
                                override.path("matcher").path("options").equals(name))
                        .anySatisfy(override -> assertThat(
                                        override.path("properties").toString())
                                .contains("{\"id\":\"unit\",\"value\":\"string\"}"));
            }
        }
    }

    @ParameterizedTest
    @MethodSource(PANELS)
    void rateOfRareEventsIsOverHalfAnHourAtLeast(Panel panel) {
        boolean rare = panel.type().equals("timeseries")
                && targets(panel).stream()
                        .map(target -> target.path("expr").asText())
                        .anyMatch(expr -> expr.contains("$__rate_interval")
                                && JOB_EVENTS.matcher(expr).find());

        assertThat(!rare || panel.json().path("interval").asText().equals("30m"))
                .isTrue();
    }

    /** Without fixed colors, a user would be blue on one dashboard and green on another dashboard. */
    @ParameterizedTest
    @MethodSource(PANELS)
    void usersAndAccountsHaveTheSameColourEverywhere(Panel panel) {
        boolean ofHolders = panel.type().equals("timeseries")
                && targets(panel).stream()
                        .anyMatch(target -> HOLDER.matcher(
                                        target.path("legendFormat").asText())
                                .matches());

        assertThat(!ofHolders || color(panel).equals("palette-classic-by-name")).isTrue();
    }

    private static String color(Panel panel) {
        return panel.json()
                .path("fieldConfig")
                .path("defaults")
                .path("color")
                .path("mode")
                .asText();
    }

    /** Words that must not replace the terms of Slurm, Kubernetes and Prometheus. */
    @ParameterizedTest
    @MethodSource(PANELS)
    void titleIsInTheWordsOfTheField(Panel panel) {
        assertThat(panel.json().path("title").asText()).doesNotContainPattern(COINED);
    }

    private static List<JsonNode> targets(Panel panel) {
        return Dashboard.items(panel.json().path("targets"));
    }
}
