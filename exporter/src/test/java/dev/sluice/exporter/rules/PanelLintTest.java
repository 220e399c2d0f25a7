package dev.sluice.exporter.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.rules.DashboardLintTest.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that panels do not mislead their readers. */
class PanelLintTest {

    private static final String PANELS = "dev.sluice.exporter.rules.DashboardLintTest#panels";

    private static final Pattern QUANTILE = Pattern.compile("histogram_quantile\\(.*?(\\w+)_bucket\\{");
    private static final Map<String, List<Double>> BUCKETS = Map.of(
            "slurm_job_wait_seconds", Histogram.JOB_SECONDS,
            "slurm_job_wait_by_account_seconds", Histogram.JOB_SECONDS,
            "slurm_job_run_seconds", Histogram.JOB_SECONDS,
            "slurm_nodeset_start_seconds", Histogram.START_SECONDS);

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
                        .isEqualTo(BUCKETS.get(quantile.group(1)));
            }
        }
    }

    /** Returns the mappings of the column of a target, or of the whole panel. */
    private static JsonNode mappings(Panel panel, JsonNode target) {
        JsonNode defaults = panel.json().at("/fieldConfig/defaults/mappings");
        if (!panel.type().equals("table")) {
            return defaults;
        }
        String value = "Value #" + target.path("refId").asText();
        String column = panel.json()
                .path("transformations")
                .findPath("renameByName")
                .path(value)
                .asText();
        for (JsonNode override : panel.json().at("/fieldConfig/overrides")) {
            if (override.at("/matcher/options").asText().equals(column)) {
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
            assertThat(range.at("/result/text").asText())
                    .startsWith(range.path("to").isNull() ? ">" : "≤")
                    // A narrow panel wraps the line at a space.
                    .doesNotContain(" ");
            from = range.path("to").asDouble();
            if (!range.path("to").isNull()) {
                // Prometheus returns the last bound for a quantile above this bound.
                bounds.add((double) Math.round(from));
            }
        }
        assertThat(mappings.path(mappings.size() - 1).at("/options/to").isNull())
                .isTrue();
        return bounds;
    }

    private static List<JsonNode> targets(Panel panel) {
        return Dashboard.items(panel.json().path("targets"));
    }
}
