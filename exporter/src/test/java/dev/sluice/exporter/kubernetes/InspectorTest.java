package dev.sluice.exporter.kubernetes;

import static dev.sluice.exporter.kubernetes.FakeApiServer.captured;
import static dev.sluice.exporter.kubernetes.FakeApiServer.groups;
import static dev.sluice.exporter.kubernetes.FakeApiServer.json;
import static dev.sluice.exporter.kubernetes.FakeApiServer.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.kubernetes.ApiServiceOwner;
import dev.sluice.exporter.model.kubernetes.Autoscaler;
import dev.sluice.exporter.model.kubernetes.Inspection;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import dev.sluice.exporter.poll.Time;
import dev.sluice.exporter.slurm.http.Waiting;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the doctor's requests with a server that replays a real server's responses. */
class InspectorTest {

    private static final String OWNER = "/apis/apiregistration.k8s.io/v1/apiservices/v1beta1.external.metrics.k8s.io";
    private static final String HPAS = "/apis/autoscaling/v2/namespaces/slurm/horizontalpodautoscalers";

    private final Vertx vertx = Vertx.vertx();
    private final FakeApiServer server = new FakeApiServer(vertx);

    InspectorTest() throws Exception {
        server.onGet(HPAS, captured("lists/hpas-ns-slurm.json"));
    }

    @AfterEach
    void close() {
        Waiting.forResult(vertx.close());
    }

    @Test
    void readsTheSettingsOfCapturedHpas() {
        List<Autoscaler> hpas = inspect().autoscalers();

        assertThat(hpas)
                .containsExactly(
                        new Autoscaler(
                                new ObjectName("slurm", "keda-hpa-slurm-worker-a100"),
                                limit("slurm-worker-a100", 8),
                                List.of(new Autoscaler.Metric("s0-prometheus", "Value 5")),
                                0.1,
                                Duration.ofMinutes(10),
                                Optional.of("ScalingDisabled: scaling is disabled since the replica count of the target"
                                        + " is zero"),
                                true),
                        new Autoscaler(
                                new ObjectName("slurm", "slurm-worker-cpu"),
                                limit("slurm-worker-cpu", 32),
                                List.of(new Autoscaler.Metric("slurm_nodeset_desired_replicas", "AverageValue 1")),
                                0.1,
                                Duration.ofMinutes(5),
                                Optional.empty(),
                                false),
                        new Autoscaler(
                                new ObjectName("slurm", "slurm-worker-gpu-h100"),
                                limit("slurm-worker-gpu-h100", 16),
                                List.of(new Autoscaler.Metric("slurm_nodeset_desired_replicas", "AverageValue 1")),
                                0,
                                Duration.ofMinutes(10),
                                Optional.empty(),
                                false));
    }

    private static ScaleLimit limit(String target, int max) {
        return new ScaleLimit("slurm", "slinky.slurm.net/v1beta1", "NodeSet", target, 1, max);
    }

    @Test
    void readsResourceMetricsOwnersAndWhyAnHpaIsNotActive() {
        server.onGet(HPAS, json("""
                {"metadata":{"resourceVersion":"1"},"items":[{"metadata":{"namespace":"slurm","name":"gpu","ownerReferences":[{"kind":"ScaledObject"}]},
                "spec":{"maxReplicas":3,"scaleTargetRef":{},"metrics":[
                {"type":"Resource","resource":{"name":"cpu","target":{"type":"Utilization","averageUtilization":80}}}],
                "behavior":{"scaleUp":{"tolerance":"50m"},"scaleDown":{"tolerance":"0"}}},
                "status":{"conditions":[{"type":"ScalingActive","status":"False","reason":"FailedGetExternalMetric",
                "message":"no metrics returned"}]}}]}
                """));

        Autoscaler hpa = inspect().autoscalers().get(0);

        assertThat(hpa.metrics()).containsExactly(new Autoscaler.Metric("cpu", "Utilization"));
        assertThat(hpa.tolerance()).isEqualTo(0.05);
        assertThat(hpa.inactive()).contains("FailedGetExternalMetric: no metrics returned");
        assertThat(hpa.byKeda()).isTrue();
    }

    @Test
    void readsEveryPage() {
        server.onGet(
                HPAS,
                json(
                        "{\"metadata\":{\"resourceVersion\":\"1\",\"continue\":\"next\"},\"items\":[{\"metadata\":{\"name\":\"a\"}}]}"),
                json("{\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[{\"metadata\":{\"name\":\"b\"}}]}"));

        assertThat(inspect().autoscalers()).extracting(hpa -> hpa.name().name()).containsExactly("a", "b");
        assertThat(server.lists(HPAS).get(1).uri()).contains("continue=next");
    }

    @Test
    void namesWhoServesExternalMetrics() {
        server.onGet(OWNER, json(CapturedApi.text("auth/apiservice-external.json")));
        assertThat(inspect().externalMetrics()).isEqualTo(new ApiServiceOwner.Served("metrics/adapter"));
    }

    /** The chart's account has no permission to read APIServices, but every account may read the list of API groups. */
    @Test
    void knowsThatNobodyServesThemWithoutARight() {
        server.onGet(OWNER, refusal(403, Map.of())).onGet("/apis", groups("autoscaling/v2"));
        assertThat(inspect().externalMetrics()).isEqualTo(new ApiServiceOwner.Nobody());

        server.onGet("/apis", groups("external.metrics.k8s.io/v1beta1"));
        assertThat(inspect().externalMetrics()).isInstanceOf(ApiServiceOwner.Unknown.class);
    }

    @Test
    void saysWhatItCouldNotAsk() {
        server.onGet(HPAS, refusal(403, Map.of()));

        Inspection inspection = inspect();

        assertThat(inspection.failure())
                .hasValueSatisfying(why -> assertThat(why).contains("403"));
        assertThat(inspection.autoscalers()).isEmpty();
    }

    private Inspection inspect() {
        KubernetesSettings settings = new KubernetesSettings(
                "research",
                Optional.of("slurm"),
                Optional.empty(),
                Set.of(),
                true,
                false,
                Duration.ofSeconds(90),
                1_000);
        KubernetesSource source = new KubernetesSource(
                vertx,
                Time.system(),
                settings,
                server.client(),
                QuickTuning.withSilence(Duration.ofSeconds(20)),
                Waits.of(System::nanoTime));
        return Waiting.forResult(source.inspect());
    }
}
