package dev.sluice.simulator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpMetricSourceTest {
    private record Said(int status, String body) {}

    private static final String EXTERNAL = "/apis/external.metrics.k8s.io/v1beta1/namespaces/slurm/"
            + "slurm_nodeset_desired_replicas?labelSelector=nodeset%3Dslurm-worker-gpu";

    private final Map<String, Said> answers = new ConcurrentHashMap<>();
    private final Semaphore asked = new Semaphore(0);
    private final HttpServer server;

    HttpMetricSourceTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.release();
            Said said = answers.getOrDefault(exchange.getRequestURI().toString(), new Said(404, "nothing here"));
            byte[] body = said.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(said.status(), body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void addsUpWhatTheAdapterHas() {
        answers.put(EXTERNAL, new Said(200, "{\"items\":[{\"value\":\"2\"},{\"value\":\"1500m\"}]}"));
        assertThat(ask()).isEqualTo(MetricSource.Reading.of(3500));
    }

    @Test
    void saysWhatTheAdaptersStatusSays() {
        answers.put(EXTERNAL, new Said(503, "{\"kind\":\"Status\",\"message\":\"slurmrestd has not answered\"}"));
        assertThat(ask()).isEqualTo(MetricSource.Reading.failed("slurmrestd has not answered"));
    }

    private MetricSource.Reading ask() {
        try (HttpMetricSource source =
                HttpMetricSource.at("http://127.0.0.1:" + server.getAddress().getPort())) {
            return source.ask("slurm-worker-gpu");
        }
    }
}
