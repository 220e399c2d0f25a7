package dev.sluice.simulator.kubernetes.hpa;

import dev.sluice.simulator.kubernetes.api.Json;
import dev.sluice.simulator.kubernetes.api.Trees;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Reads the metric over plain HTTP: from the adapter (external.metrics.k8s.io), or directly from the exporter, as KEDA
 * does. Reads the metric twice per wall-clock second. HPAs get the latest value, so that simulated time never waits for
 * the network.
 */
public final class HttpMetricSource implements MetricSource, AutoCloseable {
    private static final String DEMAND = "/api/v1/demand";
    private static final String EXTERNAL = "/apis/external.metrics.k8s.io/v1beta1";
    private static final int TIMEOUT = 5000;
    private static final long PAUSE = 500;

    private record Target(String namespace, String nodeSet) {}

    private final URI base;
    private final boolean exporter;
    private final Map<Target, MetricReading> latest = new ConcurrentHashMap<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "simulated-hpa-metrics");
        thread.setDaemon(true);
        return thread;
    });

    private HttpMetricSource(URI base, boolean exporter) {
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
        String trimmed = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        if (!trimmed.matches("http://[^/\\s]+(/\\S*)?")) {
            throw new IllegalArgumentException("the metric source must be a URL such as http://127.0.0.1:8080" + DEMAND
                    + " (exporter) or http://127.0.0.1:8443 (adapter), not \"" + url + "\"");
        }
        String adapter =
                trimmed.endsWith(EXTERNAL) ? trimmed.substring(0, trimmed.length() - EXTERNAL.length()) : trimmed;
        HttpMetricSource source = new HttpMetricSource(URI.create(adapter), trimmed.endsWith(DEMAND));
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
        latest.keySet().forEach(target -> latest.put(target, ask(target.namespace(), target.nodeSet())));
    }

    MetricReading ask(String namespace, String nodeSet) {
        String path = exporter
                ? "/" + namespace + "/" + nodeSet
                : EXTERNAL + "/namespaces/" + namespace + "/" + HpaConditions.METRIC + "?labelSelector=nodeset%3D"
                        + nodeSet;
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(base + path).toURL().openConnection();
            connection.setConnectTimeout(TIMEOUT);
            connection.setReadTimeout(TIMEOUT);
            connection.setRequestProperty("Accept", "application/json");
            int status = connection.getResponseCode();
            try (InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
                byte[] body = in == null ? new byte[0] : in.readAllBytes();
                return status == 200 ? reading(Json.parse(body)) : refusal(status, body);
            }
        } catch (IOException | RuntimeException unreachable) {
            return new MetricReading.Failure("the server is currently unable to handle the request ("
                    + unreachable.getClass().getSimpleName() + ")");
        }
    }

    private MetricReading reading(Map<String, Object> answer) {
        if (exporter) {
            return Trees.number(answer, "desired")
                    .<MetricReading>map(desired -> new MetricReading.Value(desired * 1000))
                    .orElseGet(() -> new MetricReading.Failure("the response has no number \"desired\""));
        }
        List<Map<String, Object>> items = Trees.objects(answer, "items");
        if (items.isEmpty()) {
            return new MetricReading.Failure("no metrics returned from external metrics API");
        }
        long sum = 0;
        for (Map<String, Object> item : items) {
            Optional<Long> milli = Trees.text(item, "value").flatMap(HttpMetricSource::milli);
            if (milli.isEmpty()) {
                return new MetricReading.Failure("the response has a value that is no quantity");
            }
            sum += milli.get();
        }
        return new MetricReading.Value(sum);
    }

    /** Parses whole numbers and thousandths, the only forms of these metrics. */
    static Optional<Long> milli(String quantity) {
        if (quantity.matches("-?[0-9]{1,15}m")) {
            return Optional.of(Long.parseLong(quantity.substring(0, quantity.length() - 1)));
        }
        return quantity.matches("-?[0-9]{1,15}") ? Optional.of(1000 * Long.parseLong(quantity)) : Optional.empty();
    }

    private static MetricReading refusal(int status, byte[] body) {
        try {
            Map<String, Object> answer = Json.parse(body);
            Optional<String> why = Trees.text(answer, "message")
                    .or(() -> Trees.text(answer, "reason"))
                    .or(() -> Trees.text(answer, "error"));
            if (why.isPresent()) {
                return new MetricReading.Failure(why.get());
            }
        } catch (IOException notJson) {
            return new MetricReading.Failure("HTTP " + status);
        }
        return new MetricReading.Failure("HTTP " + status);
    }
}
