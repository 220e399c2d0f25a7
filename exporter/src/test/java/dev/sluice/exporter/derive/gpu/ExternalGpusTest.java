package dev.sluice.exporter.derive.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.exporter.model.node.NodeFlag;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the GPUs of machines on which slurm-bridge places pods. Each machine has 8 GPUs. */
class ExternalGpusTest {

    private final Machines machines = new Machines().machine("kube-1", "h100", 8, 8);

    private String owners() {
        assertThat(machines.split()).hasSize(1);
        return machines.split().get(0).amounts().byOwner().entrySet().stream()
                .filter(owner -> owner.getValue() != 0)
                .map(owner -> owner.getKey().label() + "=" + owner.getValue())
                .collect(Collectors.joining(" "));
    }

    /** Slurm allocated the pod's 2 GPUs. Each of these GPUs counts once. */
    @Test
    void aPodOfAnExternalJobHoldsTheGpusOfTheJob() {
        machines.externalNode("kube-1", 2, NodeBaseState.MIXED)
                .jobPod("lab", "train-0", "kube-1", 2)
                .pod("serving", "llm-0", "kube-1", 1);

        assertThat(owners()).isEqualTo("slurm_job=2 other_pod=1 free=5");
    }

    /** By default, slurm-bridge requests exclusive nodes. Slurm then allocates all 8 GPUs for a pod with 2 GPUs. */
    @Test
    void anExclusiveJobHasAllGpusThatNoPodHolds() {
        machines.externalNode("kube-1", 8, NodeBaseState.ALLOCATED).jobPod("lab", "train-0", "kube-1", 2);

        assertThat(owners()).isEqualTo("slurm_job=8");

        machines.pod("serving", "llm-0", "kube-1", 1);

        assertThat(owners()).isEqualTo("slurm_job=7 other_pod=1");
    }

    /** The job ended a moment ago, and its pod is terminating; or the node's Gres has no GPUs. */
    @Test
    void aPodKeepsItsGpusUntilThePodEnds() {
        machines.externalNode("kube-1", 0, NodeBaseState.IDLE).jobPod("lab", "train-0", "kube-1", 2);

        assertThat(owners()).isEqualTo("slurm_job=2 free=6");
    }

    @ParameterizedTest
    @CsvSource({"IDLE, , free=8", "IDLE, DRAIN, unavailable=8", "DOWN, , unavailable=8"})
    void noSlurmdPodHoldsTheIdleGpusOfAnExternalNode(NodeBaseState base, NodeFlag flag, String owners) {
        machines.externalNode("kube-1", 0, base, flag == null ? new NodeFlag[0] : new NodeFlag[] {flag});

        assertThat(owners()).isEqualTo(owners);
    }

    /** A pod of the Slurm cluster "other": this cluster has no node kube-1. */
    @Test
    void aJobOfAnotherClusterIsAnotherPod() {
        machines.externalNode("kube-2", 2, NodeBaseState.MIXED).jobPod("lab", "train-0", "kube-1", 2);

        assertThat(owners()).isEqualTo("other_pod=2 free=6");
    }

    /** The Kubernetes node has the label slinky.slurm.net/slurm-nodename=slurm-1. */
    @Test
    void findsTheSlurmNodeByTheLabelOfTheMachine() {
        machines.cluster.machines.clear();
        machines.machine(new KubeNode(
                        "kube-1",
                        false,
                        "",
                        true,
                        "h100",
                        "slurm-1",
                        new TreeMap<>(Map.of(Machines.GPU, new KubeNode.Gpus(8, 8)))))
                .externalNode("slurm-1", 4, NodeBaseState.ALLOCATED)
                .jobPod("lab", "train-0", "kube-1", 4);

        assertThat(owners()).isEqualTo("slurm_job=4 free=4");
    }

    /**
     * A slurmd pod with 4 GPUs and a pod of an external job with 2 GPUs share the machine. Slurm allocated 3 GPUs: the 2
     * GPUs of the external job, and 1 GPU of the slurmd pod.
     */
    @Test
    void aNodeWithASlurmdPodAndAnExternalJobCountsEachGpuOnce() {
        machines.slurmd(0, "kube-1", 4).node(0, 3, NodeBaseState.MIXED).jobPod("lab", "train-0", "kube-1", 2);

        assertThat(owners()).isEqualTo("slurm_job=3 slurm_idle=3 free=2");
    }

    /** slurmd runs on the machine itself, beside kubelet, and a native job has 3 GPUs. */
    @Test
    void aNativeJobOnTheMachineHasItsGpus() {
        machines.cluster.nodes.add(NodeBuilder.node("kube-1")
                .state(NodeBaseState.MIXED, Set.of())
                .usable(96, 1L << 30, GpuCounts.of("h100", 8))
                .allocated(0, 0, GpuCounts.of("h100", 3))
                .build());

        assertThat(owners()).isEqualTo("slurm_job=3 free=5");
    }
}
