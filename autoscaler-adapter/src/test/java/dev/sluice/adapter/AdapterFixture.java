package dev.sluice.adapter;

import dev.sluice.adapter.demand.MovableTime;
import dev.sluice.common.cli.ParsedArguments;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A running adapter on loopback, usually over plain HTTP. */
final class AdapterFixture implements AutoCloseable {

    static final String EXTERNAL = "/apis/external.metrics.k8s.io/v1beta1";
    static final String CUSTOM = "/apis/custom.metrics.k8s.io/v1beta2";

    final MovableTime time;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final AdapterApp app;

    /**
     * Starts an adapter.
     *
     * @param checks interval of the checks of certificate files and of the cluster's ConfigMap
     */
    AdapterFixture(AdapterConfig config, Duration checks, Instant now) throws IOException {
        time = new MovableTime(now);
        app = new AdapterApp(config, new Security.Timing(checks, checks), time, time.nanoTime(), "1.2.3", unused -> {});
    }

    static AdapterFixture reading(String... exporters) throws IOException {
        return with("--exporter=" + String.join(",", exporters));
    }

    static AdapterFixture with(String... arguments) throws IOException {
        Map<String, String> defaults = Map.of(
                "SLUICE_ADAPTER_LISTEN", "127.0.0.1",
                "SLUICE_ADAPTER_PORT", "0",
                "SLUICE_ADAPTER_METRICS_PORT", "0",
                "SLUICE_ADAPTER_INSECURE_HTTP", "true",
                "SLUICE_ADAPTER_AUTH", "off",
                "SLUICE_ADAPTER_INTERVAL", "50ms");
        return new AdapterFixture(
                config(defaults, List.of(arguments)), Duration.ofMinutes(1), Instant.parse("2026-11-20T08:00:10Z"));
    }

    /** Returns the response of the Kubernetes API. */
    HttpResponse<String> get(String target, String... headers) {
        return send(app.port(), "GET", target, headers);
    }

    HttpResponse<String> send(String method, String target) {
        return send(app.port(), method, target);
    }

    /** Returns the response of the metrics port. */
    HttpResponse<String> operations(String target) {
        return send(app.metricsPort(), "GET", target);
    }

    /** Returns the desired number of nodes for the selector in namespace slurm. */
    HttpResponse<String> desired(String selector) {
        return get(EXTERNAL + "/namespaces/slurm/slurm_nodeset_desired_replicas?labelSelector="
                + URLEncoder.encode(selector, StandardCharsets.UTF_8));
    }

    int port() {
        return app.port();
    }

    int kedaPort() {
        return app.kedaPort().orElseThrow();
    }

    /** Stops the adapter in the same way as the process does on SIGTERM. */
    void stop(AdapterApp.Pause pause) throws InterruptedException {
        app.stop(pause);
    }

    private HttpResponse<String> send(int port, String method, String target, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target))
                .method(method, HttpRequest.BodyPublishers.noBody());
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(method + " " + target + " got no answer", e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        app.close();
    }

    /** Returns the configuration; arguments take precedence over variables. */
    static AdapterConfig config(Map<String, String> environment, List<String> arguments) {
        AdapterConfig config = new AdapterConfig();
        ParsedArguments parsed = config.parse(environment, arguments.toArray(String[]::new));
        if (!parsed.problems().isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", parsed.problems()));
        }
        return config;
    }
}
