package dev.sluice.exporter.kubernetes;

import static dev.sluice.exporter.Patience.await;
import static dev.sluice.exporter.kubernetes.FakeApiServer.captured;
import static dev.sluice.exporter.kubernetes.FakeApiServer.groups;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.signal.Freshness;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.SourceStatus.SourceState;
import dev.sluice.exporter.model.kubernetes.GpuPod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests the watch of the pods of all namespaces with a server that replays the responses of a real server. */
class GpuPodWatchTest extends SourceTest {

    private static final String PODS = "/api/v1/pods";

    GpuPodWatchTest() throws Exception {
        server.onGet("/apis", groups("slinky.slurm.net/v1beta1"))
                .onGet("/api/v1/nodes", captured("lists/nodes.json"))
                .onGet("/api/v1/namespaces/slurm/pods", captured("lists/pods-slurmd-ns-slurm.json"))
                .onGet(PODS, captured("lists/pods-all.json"));
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
    void readsNoPodsOfOtherNamespacesUnlessEnabled() {
        start(false);
        awaitState("kube-nodes", SourceState.OK);
        assertThat(server.lists(PODS)).isEmpty();
        assertThat(snapshot().gpuPods()).isEmpty();
        assertThat(expiry()).isEmpty();
    }

    private Optional<Instant> expiry() {
        SourceStatus nodes = SourceStatus.waiting(
                        "research", "nodes", new SourceStatus.Pace(Duration.ofSeconds(15), Duration.ofMinutes(5)))
                .answered(NOW, new SourceStatus.Answer("", "", 1, 0, Optional.empty()), Duration.ZERO);
        return Freshness.machinesExpireAt(nodes, snapshot());
    }

    private List<GpuPod> gpuPods() {
        return snapshot().gpuPods().map(Observed::value).orElse(List.of());
    }

    private void start(boolean gpuPods) {
        start("namespace: slurm, machineGpus: {enabled: " + gpuPods + "}");
    }
}
