package dev.sluice.exporter.derive.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.kubernetes.GpuPod;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeFlag;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineGpusTest {

    private static final String MIG = "nvidia.com/mig-1g.10gb";

    private final Machines machines = new Machines();

    private MachineGpus only() {
        assertThat(machines.split()).hasSize(1);
        return machines.split().get(0);
    }

    /** Returns the owners with GPUs, in order, such as {@code slurm_job=4 free=1}. */
    private static String owners(MachineGpus gpus) {
        return gpus.amounts().byOwner().entrySet().stream()
                .filter(owner -> owner.getValue() != 0)
                .map(owner -> owner.getKey().label() + "=" + owner.getValue())
                .collect(Collectors.joining(" "));
    }

    /** 8 GPUs of which 7 work: the slurmd pod has 5 (3 in use), a notebook has 1, and 1 is left. */
    @Test
    void findsTheOwnerOfEveryGpu() {
        machines.machine("kube-1", "h100", 8, 7)
                .slurmd(0, "kube-1", 5)
                .node(0, 3, NodeBaseState.MIXED)
                .pod("research", "notebook-0", "kube-1", 1);

        assertThat(owners(only())).isEqualTo("slurm_job=3 other_pod=1 slurm_idle=2 free=1 broken=1");
        assertThat(only().amounts().byNamespace()).containsExactly(Map.entry("research", 1L));
        assertThat(only().pool()).isEqualTo("h100");
        assertThat(only().resource()).isEqualTo("nvidia.com/gpu");
    }

    @ParameterizedTest
    @CsvSource({
        "IDLE, , 0, slurm_idle=8",
        "ALLOCATED, , 8, slurm_job=8",
        "MIXED, DRAIN, 3, slurm_job=3 slurm_unavailable=5",
        "IDLE, DRAIN, 0, slurm_unavailable=8",
        "DOWN, , 0, slurm_unavailable=8"
    })
    void tellsIdleGpusFromUnavailableOnes(NodeBaseState base, NodeFlag flag, long allocated, String owners) {
        machines.machine("kube-1", "h100", 8, 8).slurmd(0, "kube-1", 8);
        machines.node(0, allocated, base, flag == null ? new NodeFlag[0] : new NodeFlag[] {flag});

        assertThat(owners(only())).isEqualTo(owners);
    }

    @Test
    void aSlurmdPodWithoutANodeIsUnavailable() {
        machines.machine("kube-1", "h100", 8, 8).slurmd(0, "kube-1", 8);

        assertThat(owners(only())).isEqualTo("slurm_unavailable=8");
    }

    /** Another Slurm cluster's pods are other pods. */
    @Test
    void aPodThatOnlyLooksLikeSlurmdIsAnotherPod() {
        machines.machine("kube-1", "h100", 8, 8).pod("slurm", "slurm-worker-gpu-7", "kube-1", 8);

        assertThat(owners(only())).isEqualTo("other_pod=8");
    }

    @ParameterizedTest
    @CsvSource({"false, true, free=7", "true, true, unavailable=7", "false, false, unavailable=7"})
    void freeGpusOfAMachineThatTakesNoPodsAreUnavailable(boolean cordoned, boolean ready, String free) {
        machines.machine(new KubeNode(
                        "kube-1",
                        cordoned,
                        "",
                        ready,
                        "",
                        "kube-1",
                        new TreeMap<>(Map.of(Machines.GPU, new KubeNode.Gpus(8, 8)))))
                .pod("research", "notebook-0", "kube-1", 1);

        assertThat(owners(only())).isEqualTo("other_pod=1 " + free);
        assertThat(only().pool()).isEqualTo("none");
    }

    /**
     * Two GPUs broke under running pods, which request 8 and 2 GPUs, although 6 are left. The jobs have 5 GPUs, the
     * namespaces get 1 in the order of their names.
     */
    @Test
    void neverGivesMoreGpusThanAreAllocatable() {
        machines.machine("kube-1", "h100", 8, 6)
                .slurmd(0, "kube-1", 8)
                .node(0, 5, NodeBaseState.MIXED)
                .pod("serving", "llm-0", "kube-1", 1)
                .pod("research", "notebook-0", "kube-1", 1);

        assertThat(owners(only())).isEqualTo("slurm_job=5 other_pod=1 broken=2");
        assertThat(only().amounts().byNamespace()).containsExactly(Map.entry("research", 1L));
    }

    /** Slurm allocated 6 GPUs on a pod with 4, and 2 GPUs on a pod without a request. */
    @Test
    void ignoresGpusThatSlurmAllocatedWithoutARequest() {
        machines.machine("kube-1", "h100", 8, 8)
                .slurmd(0, "kube-1", 4)
                .node(0, 6, NodeBaseState.MIXED)
                .slurmd(1, "kube-1", 0)
                .node(1, 2, NodeBaseState.MIXED);

        assertThat(owners(only())).isEqualTo("slurm_job=4 free=4");
    }

    /** The job has 3 GPUs: the pod's 2 whole GPUs and one of its 4 MIG instances. */
    @Test
    void aJobGetsThePodsResourcesInTheOrderOfTheirNames() {
        machines.machine(new KubeNode(
                        "kube-1",
                        false,
                        "",
                        true,
                        "a100",
                        "kube-1",
                        new TreeMap<>(Map.of(Machines.GPU, new KubeNode.Gpus(4, 4), MIG, new KubeNode.Gpus(7, 7)))))
                .slurmd(0, "kube-1", 0)
                .node(0, 3, NodeBaseState.MIXED);
        machines.cluster.gpuPods.add(new GpuPod(
                "slurm", "slurm-worker-gpu-0", "kube-1", new TreeMap<>(Map.of(Machines.GPU, 2L, MIG, 4L)), false));

        assertThat(machines.split())
                .extracting(gpus -> gpus.resource() + " " + owners(gpus))
                .containsExactly(Machines.GPU + " slurm_job=2 free=2", MIG + " slurm_job=1 slurm_idle=3 free=3");
    }

    /** The device plugin of kube-1 stopped, and Kubernetes no longer knows kube-2. */
    @Test
    void requestsWithoutGpusHaveNoOwner() {
        machines.machine(new KubeNode("kube-1", false, "", true, "h100", "kube-1", new TreeMap<>()))
                .pod("research", "notebook-0", "kube-1", 2)
                .pod("research", "notebook-1", "kube-2", 3);

        assertThat(owners(only())).isEmpty();
    }

    @Test
    void aMachineWithoutGpusHasNone() {
        machines.machine(new KubeNode("kube-1", false, "", true, "cpu", "kube-1", new TreeMap<>()));

        assertThat(machines.split()).isEmpty();
    }
}
