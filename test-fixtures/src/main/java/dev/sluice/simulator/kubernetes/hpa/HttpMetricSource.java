package dev.sluice.simulator.kubernetes.hpa;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Reads the metric over plain HTTP: from the adapter (external.metrics.k8s.io), or directly from the exporter, as KEDA
 * does. Reads the metric twice per wall-clock second. HPAs get the latest value, so that simulated time never waits for
 * the network.
 */
public final class HttpMetricSource implements MetricSource, AutoCloseable {
    private static final String DEMAND = "/api/v1/demand";
    private static final String EXTERNAL = "/apis/external.metrics.k8s.io/v1beta1";
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final long PAUSE = 500;
    private static final ObjectMapper JSON = new ObjectMapper();

    private record Target(String namespace, String nodeSet) {}

    private final String base;
    private final boolean exporter;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();
    private final Map<Target, MetricReading> latest = new ConcurrentHashMap<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "simulated-hpa-metrics");
        thread.setDaemon(true);
        return thread;
    });

    private HttpMetricSource(String base, boolean exporter) {
        this.base = base;
        this.exporter = exporter;
    }

    /**
     * Returns a source for a URL. A URL that ends in {@code /api/v1/demand} is the exporter; any other URL is the
     * adapter.
     *
     * @throws IllegalArgumentException if the text is not an http URL
     */
    public static HttpMetricSource at(String url) {
        String trimmed = url.replaceFirst("/$", "");
        if (!trimmed.matches("http://[^/\\s]+(/\\S*)?")) {
            throw new IllegalArgumentException("the metric source must be a URL such as http://127.0.0.1:8080" + DEMAND
                    + " (exporter) or http://127.0.0.1:8443 (adapter), not \"" + url + "\"");
        }
        boolean exporter = trimmed.endsWith(DEMAND);
        HttpMetricSource source =
                new HttpMetricSource(exporter || trimmed.endsWith(EXTERNAL) ? trimmed : trimmed + EXTERNAL, exporter);
        var unused = source.timer.scheduleWithFixedDelay(source::askAll, 0, PAUSE, TimeUnit.MILLISECONDS);
        return source;
    }

    @Override
    public MetricReading desiredReplicas(String namespace, String nodeSet) {
        MetricReading none = new MetricReading.Failure("no answer yet from " + base);
        MetricReading before = latest.putIfAbsent(new Target(namespace, nodeSet), none);
        return before == null ? none : before;
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    private void askAll() {
        latest.replaceAll((target, before) -> ask(target.namespace(), target.nodeSet()));
    }

    MetricReading ask(String namespace, String nodeSet) {
        String path = exporter
                ? "/" + namespace + "/" + nodeSet
                : "/namespaces/" + namespace + "/" + HpaConditions.METRIC + "?labelSelector=nodeset%3D" + nodeSet;
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(base + path)).timeout(TIMEOUT).build();
        try {
            HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
            return response.statusCode() == 200
                    ? reading(JSON.readTree(response.body()))
                    : new MetricReading.Failure(refusal(response));
        } catch (IOException unreachable) {
            return new MetricReading.Failure("the server is currently unable to handle the request ("
                    + unreachable.getClass().getSimpleName() + ")");
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
            return new MetricReading.Failure("closed");
        }
    }

    private MetricReading reading(JsonNode answer) {
        JsonNode desired = answer.path("desired");
        if (exporter) {
            return desired.isNumber()
                    ? new MetricReading.Value(desired.asLong() * 1000)
                    : new MetricReading.Failure("the response has no number \"desired\"");
        }
        if (answer.path("items").isEmpty()) {
            return new MetricReading.Failure("no metrics returned from external metrics API");
        }
        long sum = 0;
        for (JsonNode item : answer.path("items")) {
            String value = item.path("value").asText();
            // Whole numbers and thousandths are the only forms of these metrics.
            if (!value.matches("-?[0-9]{1,15}m?")) {
                return new MetricReading.Failure("the response has a value that is no quantity");
            }
            long number = Long.parseLong(value.replace("m", ""));
            sum += value.endsWith("m") ? number : 1000 * number;
        }
        return new MetricReading.Value(sum);
    }

    private static String refusal(HttpResponse<byte[]> response) {
        try {
            JsonNode answer = JSON.readTree(response.body());
            return Stream.of("message", "reason", "error")
                    .filter(answer::has)
                    .map(member -> answer.get(member).asText())
                    .findFirst()
                    .orElse("HTTP " + response.statusCode());
        } catch (IOException notJson) {
            return "HTTP " + response.statusCode();
        }
    }
}
