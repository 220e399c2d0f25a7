package dev.sluice.exporter;

import dev.sluice.common.blocking.Waiting;
import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.config.cluster.ClusterConfig;
import dev.sluice.exporter.doctor.Finding;
import dev.sluice.exporter.doctor.Finding.Level;
import dev.sluice.exporter.doctor.PrometheusChecks;
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

/** Checks whether a Prometheus scrapes the exporter and has Sluice's alert rules. Blocks the calling thread. */
final class PrometheusCheck {

    private static final int OK = 200;

    private final String url;

    /**
     * @param url URL of the Prometheus; empty to skip the check
     */
    PrometheusCheck(String url) {
        this.url = url.replaceFirst("/+$", "");
    }

    List<Finding> findings(ExporterConfig config) {
        List<String> clusters =
                config.clusters().stream().map(ClusterConfig::name).toList();
        if (url.isEmpty()) {
            return each(clusters, Level.SKIPPED, "not checked", "add --prometheus URL");
        }
        try {
            String series =
                    get("/api/v1/query?query=" + URLEncoder.encode(PrometheusChecks.QUERY, StandardCharsets.UTF_8));
            String rules = get("/api/v1/rules?type=alert");
            return clusters.stream()
                    .flatMap(cluster -> PrometheusChecks.of(cluster, series, rules).stream())
                    .toList();
        } catch (IOException e) {
            return each(
                    clusters,
                    Level.FAILED,
                    "no response from " + url + ": "
                            + Optional.ofNullable(e.getMessage()).orElse("connection refused"),
                    "check the URL: curl '" + url + "/api/v1/query?query=up'");
        }
    }

    private static List<Finding> each(List<String> clusters, Level level, String text, String cure) {
        return clusters.stream()
                .map(cluster -> new Finding(level, cluster, PrometheusChecks.CHECK, text, cure))
                .toList();
    }

    private String get(String path) throws IOException {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url + path)).build();
            HttpResponse<String> answer =
                    Waiting.forResult(HttpClient.newHttpClient().sendAsync(request, BodyHandlers.ofString()));
            if (answer.statusCode() != OK) {
                throw new IOException("HTTP " + answer.statusCode());
            }
            return answer.body();
        } catch (IllegalArgumentException e) {
            throw new IOException("expected http://host:port", e);
        }
    }
}
