package dev.sluice.exporter.derive.join;

import static dev.sluice.exporter.derive.join.Clusters.partition;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.join.Clusters.PodOf;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.ScalingInputBuilder;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobOrigin;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.exporter.model.node.NodeFlag;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests a NodeSet beside nodes that slurm-bridge adds. slurm-bridge adds a Kubernetes node with
 * {@code State=External Feature=<partitions>}; the NodeSet, its feature and its partition have the name gpu.
 */
class ExternalNodesTest {

    private final Clusters cluster = new Clusters();

    @BeforeEach
    void addNodeSet() {
        cluster.nodeSets.add(Clusters.slinky());
        cluster.nodes.add(Clusters.sized("gpu-0", NodeBaseState.ALLOCATED, Set.of(NodeFlag.DYNAMIC_NORM), 96));
        cluster.pods.add(Clusters.pod(0, PodOf.READY));
        cluster.partitions.add(partition("gpu", "gpu-0", "gpu"));
        cluster.hpas.add(Clusters.limit(0, 8));
    }

    private static Node external(String name, NodeBaseState base, String... features) {
        Node like = Clusters.sized(name, base, Set.of(NodeFlag.EXTERNAL, NodeFlag.DYNAMIC_NORM), 96);
        return NodeBuilder.of(like).features(List.of(features)).build();
    }

    private static JobBuilder external(long id, String partition) {
        return job(id).origin(JobOrigin.EXTERNAL).in(partition).nodes(1).gpusPerNode("h100", 8);
    }

    private PoolDemand demand(JobBuilder... jobs) {
        ClusterJoin join = cluster.join();
        List<PoolDemand> pools = ScalingInputBuilder.of(join.pools())
                .fixed(join.fixed())
                .partitions(cluster.slurm().partitions().map(Observed::value).orElse(List.of()))
                .jobs(List.of(jobs).stream().map(JobBuilder::build).toList())
                .demand()
                .pools();
        assertThat(pools).hasSize(1);
        return pools.get(0);
    }

    /** Three pods wait for the busy machine kube-1. */
    @Test
    void pendingExternalJobsAreNoDemandForANodeSetOfAnotherPartition() {
        cluster.nodes.add(external("kube-1", NodeBaseState.ALLOCATED, "slurm-bridge"));
        cluster.partitions.add(partition("slurm-bridge", "kube-1", "slurm-bridge"));

        PoolDemand demand =
                demand(external(1, "slurm-bridge"), external(2, "slurm-bridge"), external(3, "slurm-bridge"));

        assertThat(demand.desired()).isEqualTo(1);
        assertThat(demand.pendingJobs()).isEmpty();
    }

    @Test
    void pendingExternalJobsAreDemandForTheNodeSetOfTheirPartition() {
        cluster.nodes.add(external("kube-1", NodeBaseState.ALLOCATED, "slurm-bridge"));
        cluster.partitions.add(partition("slurm-bridge", "kube-1,gpu-0", "slurm-bridge,gpu"));

        assertThat(demand(external(1, "slurm-bridge"), external(2, "slurm-bridge"))
                        .desired())
                .isEqualTo(3);
    }

    /** kube-1 and kube-2 are in the partition gpu, so each has the feature gpu; kube-2 is down. */
    @Test
    void anExternalNodeIsNoNodeOfANodeSetWithTheNameOfItsFeature() {
        cluster.nodes.add(external("kube-1", NodeBaseState.ALLOCATED, "slurm-bridge", "gpu"));
        cluster.nodes.add(external("kube-2", NodeBaseState.DOWN, "slurm-bridge", "gpu"));

        assertThat(cluster.joined("kube-1").nodeSet()).isEmpty();
        assertThat(cluster.joined("kube-2").ghost()).isFalse();
        assertThat(cluster.pool().members()).extracting(member -> member.node()).containsExactly("gpu-0");
        assertThat(demand().desired()).isEqualTo(1);
    }

    @Test
    void anExternalNodeIsTheMachineOfItsNameOrLabel() {
        cluster.nodes.add(external("kube-1", NodeBaseState.IDLE));
        cluster.nodes.add(external("slurm-2", NodeBaseState.IDLE));
        cluster.machines.add(Clusters.machine("kube-1", 8));
        cluster.machines.add(new KubeNode("kube-2", true, "", true, "", "slurm-2", Collections.emptySortedMap()));

        assertThat(cluster.joined("kube-1").kubeNode()).map(KubeNode::name).contains("kube-1");
        assertThat(cluster.joined("slurm-2").kubeNode()).map(KubeNode::name).contains("kube-2");
    }

    /** The record of a removed pod keeps the name of a machine that Kubernetes still has. */
    @Test
    void aNodeOfANodeSetIsNoMachine() {
        cluster.nodes.add(Clusters.node("gpu-7", NodeBaseState.DOWN));
        cluster.machines.add(Clusters.machine("gpu-7", 8));

        assertThat(cluster.joined("gpu-7").kubeNode()).isEmpty();
    }
}
