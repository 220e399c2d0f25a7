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

/**
 * Reads the metric from the adapter over plain HTTP, twice per wall-clock second. HPAs get the latest value, so that
 * simulated time never waits for the network.
 */
public final class HttpMetricSource implements MetricSource, AutoCloseable {
    private static final String EXTERNAL = "/apis/external.metrics.k8s.io/v1beta1";
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final long PAUSE = 500;
    private static final ObjectMapper JSON = new ObjectMapper();

    private record Target(String namespace, String nodeSet) {}

    private final String base;
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

    private HttpMetricSource(String base) {
        this.base = base;
    }

    /**
     * Returns a source for the URL of an adapter.
     *
     * @throws IllegalArgumentException if the text is not an http URL
     */
    public static HttpMetricSource at(String url) {
        String trimmed = url.replaceFirst("/$", "");
        if (!trimmed.matches("http://[^/\\s]+")) {
            throw new IllegalArgumentException(
                    "the metric source must be the adapter's URL, such as http://127.0.0.1:8443, not \"" + url + "\"");
        }
        HttpMetricSource source = new HttpMetricSource(trimmed + EXTERNAL);
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
        String path = "/namespaces/" + namespace + "/" + HpaConditions.METRIC + "?labelSelector=nodeset%3D" + nodeSet;
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(base + path)).timeout(TIMEOUT).build();
        try {
            HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
            JsonNode answer = JSON.readTree(response.body());
            return response.statusCode() == 200
                    ? reading(answer)
                    : new MetricReading.Failure(answer.path("message").asText("HTTP " + response.statusCode()));
        } catch (IOException unreachable) {
            return new MetricReading.Failure("the server is currently unable to handle the request ("
                    + unreachable.getClass().getSimpleName() + ")");
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
            return new MetricReading.Failure("closed");
        }
    }

    private static MetricReading reading(JsonNode answer) {
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
}
