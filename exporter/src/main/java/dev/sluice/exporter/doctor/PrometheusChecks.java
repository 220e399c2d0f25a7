package dev.sluice.exporter.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.stream.StreamSupport;

/** Checks the series and alert rules that a Prometheus server has for a cluster. */
public final class PrometheusChecks {

    /** Name of these checks. */
    public static final String CHECK = "prometheus";

    /** Counts the series of each scraped exporter, by cluster. */
    public static final String QUERY = "count by (cluster, exported_cluster, job, instance) (sluice_source_up)";

    /** One of the alert rules. Without the alert rules, no alert reports a missing exporter. */
    private static final String RULE = "SlurmExporterAbsent";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final String cluster;
    private final Findings findings;

    private PrometheusChecks(String cluster) {
        this.cluster = cluster;
        this.findings = new Findings(cluster);
    }

    /**
     * Returns the results.
     *
     * @param series response of Prometheus' API to {@link #QUERY}
     * @param rules response of Prometheus' API with the alert rules
     */
    public static List<Finding> of(String cluster, String series, String rules) {
        PrometheusChecks checks = new PrometheusChecks(cluster);
        try {
            checks.scrape(JSON.readTree(series).at("/data/result"));
            checks.rules(JSON.readTree(rules).at("/data/groups"));
        } catch (JsonProcessingException e) {
            checks.findings.failed(CHECK, "invalid JSON response", "check that the URL leads to Prometheus' own API");
        }
        return checks.findings.all();
    }

    private void scrape(JsonNode series) {
        List<JsonNode> own = withLabel(series, "cluster");
        if (own.isEmpty() && !withLabel(series, "exported_cluster").isEmpty()) {
            findings.warning(
                    CHECK,
                    "the scrape job renames the label cluster to exported_cluster",
                    "add honor_labels: true to the scrape job");
        } else if (own.isEmpty()) {
            findings.warning(
                    CHECK,
                    "no series of this cluster: the exporter is not scraped",
                    "add the scrape job (docs/guides/bare-metal.md), or set monitoring.kind of the chart; then check"
                            + " Prometheus' page /targets");
        } else if (own.size() > 1) {
            findings.warning(
                    CHECK,
                    own.size() + " targets have series of this cluster",
                    "scrape one exporter of each cluster, by one job");
        } else if (!own.get(0).path("job").asText().contains("sluice")) {
            findings.warning(
                    CHECK,
                    "the scrape job " + own.get(0).path("job").asText() + " does not have sluice in its name",
                    "rename the job: the exporter's alerts use up{job=~\".*sluice.*\"}");
        } else {
            findings.ok(
                    CHECK,
                    "scraped at " + own.get(0).path("instance").asText() + " by the job "
                            + own.get(0).path("job").asText());
        }
    }

    private List<JsonNode> withLabel(JsonNode series, String label) {
        return StreamSupport.stream(series.spliterator(), false)
                .map(one -> one.path("metric"))
                .filter(labels -> labels.path(label).asText().equals(cluster))
                .toList();
    }

    private void rules(JsonNode groups) {
        boolean loaded = StreamSupport.stream(groups.spliterator(), false)
                .flatMap(group -> StreamSupport.stream(group.path("rules").spliterator(), false))
                .anyMatch(rule -> rule.path("name").asText().equals(RULE));
        if (!loaded) {
            findings.warning("alerts", "the rule " + RULE + " is not loaded", "load the rules: alerts/README.md");
        } else {
            findings.ok("alerts", "the rules are loaded");
        }
    }
}
