package dev.sluice.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.fixtures.LoopbackServer;
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
final class HttpMetricSource implements MetricSource, AutoCloseable {
    private static final String EXTERNAL =
            "/apis/external.metrics.k8s.io/v1beta1/namespaces/" + NodeSetSpec.NAMESPACE + "/" + METRIC;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final long PAUSE = 500;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String base;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();
    private final Map<String, Reading> latest = new ConcurrentHashMap<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(LoopbackServer::daemon);

    private HttpMetricSource(String base) {
        this.base = base;
    }

    /**
     * Returns a source for the URL of an adapter.
     *
     * @throws IllegalArgumentException if the text is not an http URL
     */
    static HttpMetricSource at(String url) {
        String trimmed = url.replaceFirst("/$", "");
        if (!trimmed.matches("http://[^/\\s]+")) {
            throw new IllegalArgumentException(
                    "the metric source must be the adapter's URL, such as http://127.0.0.1:8443, not \"" + url + "\"");
        }
        HttpMetricSource source = new HttpMetricSource(trimmed);
        var unused = source.timer.scheduleWithFixedDelay(source::askAll, 0, PAUSE, TimeUnit.MILLISECONDS);
        return source;
    }

    @Override
    public Reading desiredReplicas(String nodeSet) {
        Reading none = Reading.failed("no answer yet from " + base);
        Reading before = latest.putIfAbsent(nodeSet, none);
        return before == null ? none : before;
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    private void askAll() {
        latest.replaceAll((nodeSet, before) -> ask(nodeSet));
    }

    Reading ask(String nodeSet) {
        URI uri = URI.create(base + EXTERNAL + "?labelSelector=nodeset%3D" + nodeSet);
        HttpRequest request = HttpRequest.newBuilder(uri).timeout(TIMEOUT).build();
        try {
            HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
            JsonNode answer = JSON.readTree(response.body());
            return response.statusCode() == 200
                    ? reading(answer)
                    : Reading.failed(answer.path("message").asText("HTTP " + response.statusCode()));
        } catch (IOException unreachable) {
            return Reading.failed("the server is currently unable to handle the request ("
                    + unreachable.getClass().getSimpleName() + ")");
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
            return Reading.failed("closed");
        }
    }

    private static Reading reading(JsonNode answer) {
        if (answer.path("items").isEmpty()) {
            return Reading.failed("no metrics returned from external metrics API");
        }
        long sum = 0;
        for (JsonNode item : answer.path("items")) {
            String value = item.path("value").asText();
            // Whole numbers and thousandths are the only forms of these metrics.
            if (!value.matches("-?[0-9]{1,15}m?")) {
                return Reading.failed("the response has a value that is no quantity");
            }
            long number = Long.parseLong(value.replace("m", ""));
            sum += value.endsWith("m") ? number : 1000 * number;
        }
        return Reading.of(sum);
    }
}
