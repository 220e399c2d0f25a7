package dev.sluice.exporter.kubernetes;

import static dev.sluice.exporter.Patience.await;
import static dev.sluice.exporter.kubernetes.FakeApiServer.captured;
import static dev.sluice.exporter.kubernetes.FakeApiServer.groups;
import static dev.sluice.exporter.kubernetes.FakeApiServer.refusal;
import static dev.sluice.exporter.kubernetes.FakeApiServer.stream;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.machine.MachineSources;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.kubernetes.GpuPod;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.ResourceStatus;
import dev.sluice.exporter.poll.Time;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the watch of the pods of all namespaces with a server that replays the responses of a real server. */
class GpuPodWatchTest {

    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final String PODS = "/api/v1/pods";
    private static final String NOTEBOOK = "{\"type\":\"%s\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\","
            + "\"metadata\":{\"namespace\":\"slurm\",\"name\":\"notebook-0\",\"resourceVersion\":\"900\"},"
            + "\"spec\":{\"nodeName\":\"kube-1\",\"containers\":[{\"resources\":{\"requests\":"
            + "{\"nvidia.com/gpu\":\"2\"}}}]},\"status\":{\"phase\":\"%s\"}}}\n";

    private final Vertx vertx = Vertx.vertx();
    private final FakeApiServer server;
    private Optional<KubernetesSource> source = Optional.empty();

    GpuPodWatchTest() throws Exception {
        server = new FakeApiServer(vertx)
                .onGet("/apis", groups("slinky.slurm.net/v1beta1"))
                .onGet("/api/v1/nodes", captured("lists/nodes.json"))
                .onGet("/api/v1/namespaces/slurm/pods", captured("lists/pods-slurmd-ns-slurm.json"))
                .onGet(PODS, captured("lists/pods-all.json"));
    }

    @AfterEach
    void stop() throws Exception {
        if (source.isPresent()) {
            source.get().stop().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        }
        vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    @Test
    void readsAllNamespacesWithoutEndedPods() {
        start(true);
        await().untilAsserted(() -> assertThat(gpuPods()).hasSize(19));
        assertThat(server.lists(PODS).get(0).uri())
                .endsWith("?fieldSelector=spec.nodeName%21%3D%2Cstatus.phase%21%3DSucceeded%2Cstatus.phase%21%3DFailed"
                        + "&limit=500");
        await().untilAsserted(() -> assertThat(expiry()).contains(NOW.plusSeconds(90)));
    }

    @Test
    void followsPodsByWatch() {
        server.onWatch(PODS, stream(NOTEBOOK.formatted("MODIFIED", "Running")));
        start(true);
        await().untilAsserted(() -> assertThat(gpuPods())
                .filteredOn(pod -> pod.name().equals("notebook-0"))
                .singleElement()
                .satisfies(pod -> assertThat(pod.kubeNode()).isEqualTo("kube-1"))
                .satisfies(pod -> assertThat(pod.gpus()).containsEntry("nvidia.com/gpu", 2L)));
    }

    /** The real server sends DELETED for a pod that the selector no longer selects. */
    @Test
    void forgetsAPodThatEnds() {
        server.onWatch(
                PODS, stream(NOTEBOOK.formatted("MODIFIED", "Running") + NOTEBOOK.formatted("DELETED", "Succeeded")));
        start(true);
        await().untilAsserted(() ->
                assertThat(gpuPods()).hasSize(18).noneMatch(pod -> pod.name().equals("notebook-0")));
    }

    @Test
    void readsNoPodsOfOtherNamespacesUnlessEnabled() {
        start(false);
        await().untilAsserted(() -> assertThat(status("kube-nodes").state()).isEqualTo(ResourceStatus.State.CURRENT));
        assertThat(server.lists(PODS)).isEmpty();
        assertThat(snapshot().gpuPods()).isEmpty();
        assertThat(expiry()).isEmpty();
    }

    @Test
    void namesTheMissingPermissionAndPublishesNothing() {
        server.onGet(PODS, refusal(403, Map.of()));
        start(true);
        await().untilAsserted(() -> assertThat(status("kube-gpu-pods").state()).isEqualTo(ResourceStatus.State.DENIED));
        await().untilAsserted(
                        () -> assertThat(status("kube-pods-slinky").state()).isEqualTo(ResourceStatus.State.CURRENT));
        assertThat(status("kube-gpu-pods").source().failure().orElseThrow().message())
                .contains("HTTP 403");
        assertThat(snapshot().gpuPods()).isEmpty();
        assertThat(expiry()).isEmpty();
    }

    private Optional<Instant> expiry() {
        SourceStatus nodes = SourceStatus.waiting(
                        "research", "nodes", new SourceStatus.Pace(Duration.ofSeconds(15), Duration.ofMinutes(5)))
                .answered(NOW, new SourceStatus.Answer("", "", 1, 0, Optional.empty()), Duration.ZERO);
        return MachineSources.expiry(nodes, snapshot());
    }

    private List<GpuPod> gpuPods() {
        return snapshot().gpuPods().map(Observed::value).orElse(List.of());
    }

    private KubernetesSnapshot snapshot() {
        return source.orElseThrow().snapshot();
    }

    private ResourceStatus status(String name) {
        return snapshot().resources().stream()
                .filter(resource -> resource.source().source().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void start(boolean gpuPods) {
        KubernetesSettings settings = new KubernetesSettings(
                "research",
                Optional.of("slurm"),
                Optional.empty(),
                Set.of(),
                true,
                gpuPods,
                Duration.ofSeconds(90),
                1000);
        KubernetesSource started = new KubernetesSource(
                vertx,
                new Time(Clock.fixed(NOW, ZoneOffset.UTC), System::nanoTime),
                settings,
                server.client(),
                QuickTuning.withSilence(Duration.ofSeconds(20)),
                Waits.of(System::nanoTime));
        source = Optional.of(started);
        started.start();
    }
}
