package dev.sluice.exporter.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.common.blocking.Waiting;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Checks whether a Prometheus scrapes a cluster's exporter and has the alert rules. Blocks the calling thread. */
public final class PrometheusChecks {

    private static final String CHECK = "prometheus";

    /** Counts the series of each scraped exporter, by cluster. */
    private static final String QUERY = "count by (cluster, exported_cluster, job, instance) (sluice_source_up)";

    /** One of the alert rules. Without the alert rules, no alert reports a missing exporter. */
    private static final String RULE = "SlurmExporterAbsent";

    private static final int OK = 200;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String url;

    /**
     * @param url URL of the Prometheus; empty to skip the checks
     */
    public PrometheusChecks(String url) {
        this.url = url.replaceFirst("/+$", "");
    }

    public List<CheckResult> of(String cluster) {
        CheckResults results = new CheckResults(cluster);
        if (url.isEmpty()) {
            return List.of(
                    new CheckResult(CheckResult.Level.SKIPPED, cluster, CHECK, "not checked", "add --prometheus URL"));
        }
        try {
            JsonNode series = get("/api/v1/query?query=" + URLEncoder.encode(QUERY, StandardCharsets.UTF_8));
            JsonNode rules = get("/api/v1/rules?type=alert");
            scrape(cluster, series.at("/data/result"), results);
            rules(rules.at("/data/groups"), results);
        } catch (JsonProcessingException e) {
            results.failed(CHECK, "invalid JSON response", "check that the URL leads to Prometheus' own API");
        } catch (IOException e) {
            results.failed(
                    CHECK,
                    "no response from " + url + ": "
                            + Optional.ofNullable(e.getMessage()).orElse("connection refused"),
                    "check the URL: curl '" + url + "/api/v1/query?query=up'");
        }
        return results.all();
    }

    private JsonNode get(String path) throws IOException {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url + path)).build();
            HttpResponse<String> answer =
                    Waiting.forResult(HttpClient.newHttpClient().sendAsync(request, BodyHandlers.ofString()));
            if (answer.statusCode() != OK) {
                throw new IOException("HTTP " + answer.statusCode());
            }
            return JSON.readTree(answer.body());
        } catch (IllegalArgumentException e) {
            throw new IOException("expected http://host:port", e);
        }
    }

    private static void scrape(String cluster, JsonNode series, CheckResults results) {
        List<JsonNode> own = withLabel(series, "cluster", cluster);
        String job = own.stream()
                .map(labels -> labels.path("job").asText())
                .findFirst()
                .orElse("");
        if (own.isEmpty() && !withLabel(series, "exported_cluster", cluster).isEmpty()) {
            results.warning(
                    CHECK,
                    "the scrape job renames the label cluster to exported_cluster",
                    "add honor_labels: true to the scrape job");
        } else if (own.isEmpty()) {
            results.warning(
                    CHECK,
                    "no series of this cluster: the exporter is not scraped",
                    "add the scrape job (docs/guides/bare-metal.md), or set monitoring.kind of the chart; then check"
                            + " Prometheus' page /targets");
        } else if (own.size() > 1) {
            results.warning(
                    CHECK,
                    own.size() + " targets have series of this cluster",
                    "scrape one exporter of each cluster, by one job");
        } else if (!job.contains("sluice")) {
            results.warning(
                    CHECK,
                    "the scrape job " + job + " does not have sluice in its name",
                    "rename the job: the exporter's alerts use up{job=~\".*sluice.*\"}");
        } else {
            results.ok(CHECK, "scraped at " + own.get(0).path("instance").asText() + " by the job " + job);
        }
    }

    private static List<JsonNode> withLabel(JsonNode series, String label, String value) {
        return StreamSupport.stream(series.spliterator(), false)
                .map(one -> one.path("metric"))
                .filter(labels -> labels.path(label).asText().equals(value))
                .toList();
    }

    private static void rules(JsonNode groups, CheckResults results) {
        if (groups.findValuesAsText("name").contains(RULE)) {
            results.ok("alerts", "the rules are loaded");
        } else {
            results.warning("alerts", "the rule " + RULE + " is not loaded", "load the rules: alerts/README.md");
        }
    }
}
