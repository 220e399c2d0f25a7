package dev.sluice.exporter.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.kubernetes.GpuPod;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the GPUs that pods reserve: pods of the captured cluster, and pods with init containers. */
class MachinesTest {

    private static final String POD = """
            {"kind":"PodList","metadata":{"resourceVersion":"1"},"items":[
            {"metadata":{"namespace":"lab","name":"pod"},"spec":{"nodeName":"kube-1",%s},"status":{"phase":"%s"}}]}
            """;
    private static final String ONE_GPU = "'containers':[{'resources':{'requests':{'nvidia.com/gpu':'1'}}}]";

    /**
     * According to kubectl, 21 pods request GPUs. slurmd-2 has no node, and slurm-worker-l40s-001 has ended. The other
     * 12 pods of the cluster request no GPUs.
     */
    @Test
    void readsTheCapturedPodsThatHoldGpus() throws ApiFailure {
        List<GpuPod> pods = CapturedApi.records("lists/pods-all.json", Machines::readPod);

        assertThat(pods).hasSize(19);
        assertThat(pods)
                .extracting(GpuPod::name)
                .contains("notebook-0", "h100-11", "worker-0", "slurm-worker-l40s-002")
                .doesNotContain("slurmd-2", "slurm-worker-l40s-001", "slurm-worker-cpu-0");
        assertThat(pods)
                .contains(new GpuPod(
                        "slurm",
                        "notebook-0",
                        "ip-10-0-1-11.eu-west-1.compute.internal",
                        new TreeMap<>(Map.of("nvidia.com/gpu", 1L)),
                        false));
        assertThat(pods.stream().mapToLong(pod -> pod.gpus().getOrDefault("nvidia.com/gpu", 0L)))
                .containsOnly(1L, 4L, 8L);
    }

    /** Each container is {@code c} (container), {@code i} (init container) or {@code s} (sidecar), with its GPUs. */
    @ParameterizedTest
    @CsvSource({
        "c1 c2, 3",
        // The init containers run one after another, before the containers.
        "i4 i2 c1 c2, 4",
        "i2 c1 c2, 3",
        // Sidecars run together with the containers, and with the init containers after them.
        "s1 c2, 3",
        "s1 i4 c2, 5",
        "i4 s1 c2, 4",
        "s1 s2 i1 c1, 4",
        "c0 i0, 0",
        "i1, 1"
    })
    void reservesWhatTheSchedulerReserves(String containers, long gpus) throws ApiFailure {
        StringBuilder init = new StringBuilder();
        StringBuilder main = new StringBuilder();
        for (String container : containers.split(" ", -1)) {
            String resources = "'resources':{'limits':{'nvidia.com/gpu':'64'},'requests':{'nvidia.com/gpu':'"
                    + container.substring(1) + "'}}";
            String policy = container.startsWith("s") ? ",'restartPolicy':'Always'" : "";
            StringBuilder list = container.startsWith("c") ? main : init;
            list.append(list.isEmpty() ? "" : ",")
                    .append('{')
                    .append(resources + policy)
                    .append('}');
        }
        List<GpuPod> pods = pods("'containers':[" + main + "],'initContainers':[" + init + "]", "Running");

        assertThat(pods.stream().flatMap(pod -> pod.gpus().values().stream()).toList())
                .isEqualTo(gpus == 0 ? List.of() : List.of(gpus));
    }

    @Test
    void keepsEachResourceOfAPod() throws ApiFailure {
        String requests = "'containers':[{'resources':{'requests':{'cpu':'8','nvidia.com/mig-1g.10gb':'2',"
                + "'amd.com/gpu':1,'gpu.intel.com/i915':'1k','vpc.amazonaws.com/efa':'4'}}}]";

        assertThat(pods(requests, "Pending"))
                .containsExactly(new GpuPod(
                        "lab",
                        "pod",
                        "kube-1",
                        new TreeMap<>(
                                Map.of("nvidia.com/mig-1g.10gb", 2L, "amd.com/gpu", 1L, "gpu.intel.com/i915", 1000L)),
                        false));
    }

    /** slurm-bridge labels the pods of a job before it binds the pods, and removes the label with the job. */
    @ParameterizedTest
    @CsvSource({
        "'\"scheduler.slinky.slurm.net/slurm-jobid\":\"7\",\"app\":\"train\"', true",
        "'\"scheduler.slinky.slurm.net/slurm-jobid\":\"\"', false",
        "'\"app\":\"train\"', false"
    })
    void knowsThePodsOfExternalJobs(String labels, boolean external) throws ApiFailure {
        Listing<GpuPod> listing = new Listing<>(Machines::readPod, 100);
        String body = POD.formatted(ONE_GPU.replace('\'', '"'), "Running")
                .replace("\"name\":\"pod\"", "\"name\":\"pod\",\"labels\":{" + labels + "}");
        CapturedApi.page(body.getBytes(UTF_8), listing);

        assertThat(listing.records().values()).extracting(GpuPod::external).containsExactly(external);
    }

    @ParameterizedTest
    @CsvSource({"Running, 1", "Pending, 1", "Unknown, 1", "Succeeded, 0", "Failed, 0"})
    void leavesOutEndedPods(String phase, int pods) throws ApiFailure {
        assertThat(pods(ONE_GPU, phase)).hasSize(pods);
    }

    @Test
    void leavesOutPodsWithoutAKubernetesNode() throws ApiFailure {
        assertThat(pods(ONE_GPU + ",'nodeName':''", "Pending")).isEmpty();
    }

    private static List<GpuPod> pods(String spec, String phase) throws ApiFailure {
        Listing<GpuPod> listing = new Listing<>(Machines::readPod, 100);
        byte[] body = POD.formatted(spec.replace('\'', '"'), phase).getBytes(UTF_8);
        CapturedApi.page(body, listing);
        return List.copyOf(listing.records().values());
    }
}
