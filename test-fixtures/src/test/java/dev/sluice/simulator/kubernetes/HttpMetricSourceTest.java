package dev.sluice.simulator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.LoopbackServer;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpMetricSourceTest {
    private record Said(int status, String body) {}

    private static final String EXTERNAL = "/apis/external.metrics.k8s.io/v1beta1/namespaces/slurm/"
            + "slurm_nodeset_desired_replicas?labelSelector=nodeset%3Dslurm-worker-gpu";

    private final Map<String, Said> answers = new ConcurrentHashMap<>();
    private final LoopbackServer server;

    HttpMetricSourceTest() throws IOException {
        server = new LoopbackServer(0, exchange -> {
            Said said = answers.getOrDefault(exchange.getRequestURI().toString(), new Said(404, "nothing here"));
            LoopbackServer.send(exchange, said.status(), "application/json", said.body());
            exchange.close();
        });
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void addsUpWhatTheAdapterHasOrSaysWhatItsStatusSays() {
        answers.put(EXTERNAL, new Said(200, "{\"items\":[{\"value\":\"2\"},{\"value\":\"1500m\"}]}"));
        assertThat(ask()).isEqualTo(MetricSource.Reading.of(3500));

        answers.put(EXTERNAL, new Said(503, "{\"kind\":\"Status\",\"message\":\"slurmrestd has not answered\"}"));
        assertThat(ask()).isEqualTo(MetricSource.Reading.failed("slurmrestd has not answered"));
    }

    private MetricSource.Reading ask() {
        try (HttpMetricSource source = HttpMetricSource.at(server.uri().toString())) {
            return source.ask("slurm-worker-gpu");
        }
    }
}
