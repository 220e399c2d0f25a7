package dev.sluice.exporter.derive.join;

import static dev.sluice.exporter.derive.join.Clusters.NOON;
import static dev.sluice.exporter.derive.join.Clusters.SET;
import static dev.sluice.exporter.derive.join.Clusters.because;
import static dev.sluice.exporter.derive.join.Clusters.machine;
import static dev.sluice.exporter.derive.join.Clusters.node;
import static dev.sluice.exporter.derive.join.Clusters.origin;
import static dev.sluice.exporter.derive.join.Clusters.partition;
import static dev.sluice.exporter.derive.join.Clusters.pod;
import static dev.sluice.exporter.derive.join.Clusters.withOrigin;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.join.ClusterJoin.Mismatch;
import dev.sluice.exporter.derive.join.Clusters.PodOf;
import dev.sluice.exporter.derive.scaling.TestPool;
import dev.sluice.exporter.derive.scaling.pool.FixedNodes;
import dev.sluice.exporter.kubernetes.Slinky;
import dev.sluice.exporter.kubernetes.StatefulSets;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.Node.NodeOrigin;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeFlag;
import dev.sluice.exporter.model.node.NodeReason;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterJoinTest {

    private final Clusters cluster = new Clusters();

    @BeforeEach
    void withOneNodeSet() {
        cluster.nodeSets.add(Clusters.slinky());
    }

    private static Optional<String> podOf(JoinedNode joined) {
        return joined.pod().map(SlurmdPod::name);
    }

    @Test
    void findsPodNodeSetAndMachineByTheComment() {
        cluster.nodes.add(
                withOrigin(node("rack-b-31", NodeBaseState.IDLE), origin("slurm-worker-gpu-x7k2p", "kube-1")));
        cluster.pods.add(pod(Slinky.SYSTEM, "slurm-worker-gpu-x7k2p", "", -1, PodOf.READY));
        cluster.machines.add(machine("kube-1", false, ""));
        JoinedNode joined = cluster.joined("rack-b-31");
        assertThat(podOf(joined)).contains("slurm-worker-gpu-x7k2p");
        assertThat(joined.nodeSet().map(NodeSet::name)).contains(SET);
        assertThat(joined.kubeNode().map(KubeNode::name)).contains("kube-1");
    }

    @Test
    void findsThePodByItsSlurmNodeWithoutAComment() {
        cluster.nodes.add(node("gpu-0", NodeBaseState.IDLE));
        cluster.pods.add(pod(0, PodOf.READY));
        JoinedNode joined = cluster.joined("gpu-0");
        assertThat(podOf(joined)).contains("slurm-worker-gpu-0");
        assertThat(joined.nodeSet().map(NodeSet::name)).contains(SET);
    }

    @Test
    void findsThePodByItsNameLast() {
        cluster.nodes.add(node("slurmd-0", NodeBaseState.IDLE));
        cluster.pods.add(pod(Slinky.SYSTEM, "slurmd-0", "", 0, PodOf.READY));
        assertThat(podOf(cluster.joined("slurmd-0"))).contains("slurmd-0");
    }

    @Test
    void aCommentDoesNotGiveAPodToTheRecordOfAnEarlierName() {
        cluster.nodes.add(withOrigin(node("old-0", NodeBaseState.DOWN), origin("slurm-worker-gpu-0", "kube-1")));
        cluster.nodes.add(withOrigin(node("gpu-0", NodeBaseState.IDLE), origin("slurm-worker-gpu-0", "kube-1")));
        cluster.pods.add(pod(0, PodOf.READY));
        assertThat(podOf(cluster.joined("old-0"))).isEmpty();
        assertThat(cluster.joined("old-0").ghost()).isTrue();
        assertThat(podOf(cluster.joined("gpu-0"))).contains("slurm-worker-gpu-0");
    }

    @Test
    void prefersAPodThatIsThereToStay() {
        cluster.nodes.add(withOrigin(node("gpu-0", NodeBaseState.IDLE), origin("slurm-worker-gpu-evicted", "kube-1")));
        cluster.pods.add(pod(Slinky.SYSTEM, "slurm-worker-gpu-evicted", "gpu-0", -1, PodOf.FAILED));
        cluster.pods.add(pod(Slinky.SYSTEM, "slurm-worker-gpu-fresh", "gpu-0", -1, PodOf.READY));
        assertThat(podOf(cluster.joined("gpu-0"))).contains("slurm-worker-gpu-fresh");
    }

    @Test
    void doesNotTakeAPodOfAnotherNamespaceThanTheComments() {
        cluster.nodes.add(
                withOrigin(node("gpu-0", NodeBaseState.DOWN), new NodeOrigin("dev", "gone", "kube-1", Clusters.SET)));
        cluster.pods.add(pod(0, PodOf.READY));
        assertThat(podOf(cluster.joined("gpu-0"))).isEmpty();
    }

    @Test
    void knowsTheNodeSetOfARecordWithoutPodByNameAndFeature() {
        cluster.nodes.add(node("gpu-7", NodeBaseState.DOWN));
        assertThat(cluster.joined("gpu-7").nodeSet().map(NodeSet::name)).contains(SET);
    }

    @Test
    void aNodeOutsideKubernetesJoinsNothing() {
        cluster.nodes.add(Clusters.sized("login1", NodeBaseState.DOWN, Set.of(), 0));
        JoinedNode joined = cluster.joined("login1");
        assertThat(joined.pod()).isEmpty();
        assertThat(joined.nodeSet()).isEmpty();
        assertThat(joined.ghost()).isFalse();
        assertThat(cluster.join().mismatches()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "DOWN, DYNAMIC_NORM, true",
        "DOWN, CLOUD, true",
        "IDLE, POWERED_DOWN, true",
        "IDLE, NOT_RESPONDING, true",
        "DOWN, COMPLETING, false",
        "IDLE, DYNAMIC_NORM, false",
        "MIXED, NOT_RESPONDING, false"
    })
    void aRecordOfADynamicNodeWithoutPodIsAGhostWhereItDoesNothing(NodeBaseState base, NodeFlag flag, boolean ghost) {
        cluster.nodes.add(node("gpu-7", base, flag));
        assertThat(cluster.joined("gpu-7").ghost()).isEqualTo(ghost);
    }

    @Test
    void aGhostOfARemovedNodeSetIsKnownByItsComment() {
        cluster.nodeSets.clear();
        cluster.nodes.add(withOrigin(node("gpu-0", NodeBaseState.DOWN), origin("slurm-worker-gpu-0", "kube-1")));
        assertThat(cluster.joined("gpu-0").ghost()).isTrue();
    }

    @Test
    void aStaticNodeIsNoGhost() {
        cluster.nodes.add(Clusters.sized("gpu-0", NodeBaseState.DOWN, Set.of(), 0));
        assertThat(cluster.joined("gpu-0").ghost()).isFalse();
    }

    @Test
    void aNodeWhosePodIsBeingDeletedIsNoGhostYet() {
        cluster.nodes.add(node("gpu-0", NodeBaseState.DOWN));
        cluster.pods.add(pod(0, PodOf.DELETED));
        assertThat(cluster.joined("gpu-0").ghost()).isFalse();
    }

    @Test
    void nothingIsAGhostWhilePodsHaveNotBeenRead() {
        cluster.podsRead = false;
        cluster.nodes.add(node("gpu-0", NodeBaseState.DOWN));
        assertThat(cluster.joined("gpu-0").ghost()).isFalse();
        assertThat(cluster.join().mismatches()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "slurm-operator: Pod (slurm/x) is pending termination for scale-in | false | '' | scale_in | operator",
                "slurm-operator: Pod (slurm/x) is pending termination for scale-in | true | '' | scale_in | operator",
                "slurm-operator: Pod (slurm/x) was cordoned | false | '' | cordon | operator",
                "slurm-operator: Pod (slurm/x) was cordoned | true | '' | cordon | kubernetes",
                "slurm-operator: Node (kube-1) was cordoned, Pod (slurm/x) must be cordoned | true | '' | cordon | kubernetes",
                "slurm-operator: pod being deleted | false | '' | update | operator",
                "slurm-operator: fan replaced, ticket 12 | true | fan replaced, ticket 12 | cordon | kubernetes",
                "fan replaced, ticket 12 | true | fan replaced, ticket 12 | cordon | kubernetes",
                "fan replaced, ticket 12 | false | '' | other | person",
                "bad DIMM | true | fan replaced, ticket 12 | other | person",
                "NHC: check_fs failed | true | '' | health_check | health_check"
            })
    void saysWhoDrained(String reason, boolean cordoned, String given, String kind, String owner) {
        cluster.nodes.add(because(node("gpu-0", NodeBaseState.IDLE, NodeFlag.DRAIN), reason, NOON));
        cluster.pods.add(pod(0, PodOf.CORDONED));
        cluster.machines.add(machine("kube-1", cordoned, given));
        assertThat(cluster.joined("gpu-0").outOfService()).contains(new NodeReason(kind, owner));
    }

    @ParameterizedTest
    @CsvSource({"true, kubernetes", "false, operator"})
    void aDrainWithoutReasonIsThePodsOrTheMachines(boolean cordoned, String owner) {
        cluster.nodes.add(node("gpu-0", NodeBaseState.IDLE, NodeFlag.DRAIN));
        cluster.pods.add(pod(0, PodOf.CORDONED));
        cluster.machines.add(machine("kube-1", cordoned, ""));
        assertThat(cluster.joined("gpu-0").outOfService()).contains(new NodeReason("cordon", owner));
    }

    @ParameterizedTest
    @CsvSource({"DOWN, '', other", "DOWN, NOT_RESPONDING, not_responding", "IDLE, NOT_RESPONDING, not_responding"})
    void aNodeThatIsDownWithoutReasonWasLostBySlurm(NodeBaseState base, String flag, String kind) {
        cluster.nodes.add(flag.isEmpty() ? node("gpu-0", base) : node("gpu-0", base, NodeFlag.valueOf(flag)));
        assertThat(cluster.joined("gpu-0").outOfService()).contains(new NodeReason(kind, "slurm"));
    }

    @Test
    void aReasonThatIsLeftOverFromADrainIsNone() {
        cluster.nodes.add(
                because(node("gpu-0", NodeBaseState.IDLE), "slurm-operator: Pod (slurm/x) was uncordoned", NOON));
        assertThat(cluster.joined("gpu-0").outOfService()).isEmpty();
    }

    /** A node that is down without a pod is a ghost node. */
    @ParameterizedTest
    @CsvSource({
        "DOWN, READY, POD_READY_NODE_DOWN",
        "IDLE, UNREADY, NODE_UP_POD_NOT_READY",
        "MIXED, UNREADY, NODE_UP_POD_NOT_READY",
        "ALLOCATED, UNREADY, NODE_UP_POD_NOT_READY",
        "'', READY, POD_WITHOUT_NODE",
        "'', UNREADY, ''",
        "DOWN, UNREADY, ''",
        "IDLE, '', NODE_WITHOUT_POD",
        "DOWN, '', ''"
    })
    void aNodeAndItsPodMatchOrNot(String base, String pod, String mismatch) {
        if (!base.isEmpty()) {
            cluster.nodes.add(Clusters.slurmdStarted(node("gpu-0", NodeBaseState.valueOf(base)), 20));
        }
        if (!pod.isEmpty()) {
            cluster.pods.add(pod(0, pod.equals("READY") ? PodOf.READY : PodOf.UNREADY));
        }

        assertThat(cluster.join().mismatches())
                .extracting(Mismatch::name)
                .isEqualTo(mismatch.isEmpty() ? List.of() : List.of(mismatch));
    }

    @Test
    void nothingIsMissingWhileSlurmsNodesHaveNotBeenRead() {
        cluster.nodesRead = false;
        cluster.pods.add(pod(0, PodOf.READY));
        assertThat(cluster.join().mismatches()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"'' | gpu", "'' | other,gpu", "'' | slurm-worker-gpu", "'' | ALL", "gpu-[0-3] | ''"})
    void aPartitionIsServedByTheNodeSetsThatItNamesOrWhoseNodesItLists(String nodes, String nodeSets) {
        cluster.nodes.add(node("gpu-2", NodeBaseState.IDLE));
        cluster.partitions.add(partition("train", nodes, nodeSets));
        assertThat(cluster.pool().partitions()).containsExactly("train");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"login[1-2] | ''", "'' | cpu", "'' | ''"})
    void aPartitionOfOtherNodesIsServedByNone(String nodes, String nodeSets) {
        cluster.nodes.add(node("gpu-2", NodeBaseState.IDLE));
        cluster.nodes.add(Clusters.sized("login1", NodeBaseState.IDLE, Set.of(), 0));
        cluster.partitions.add(partition("train", nodes, nodeSets));
        assertThat(cluster.pool().partitions()).isEmpty();
    }

    @Test
    void aStatefulSetsNodesAreKnownByTheirNames() {
        cluster.nodeSets.clear();
        cluster.nodeSets.add(Clusters.nodeSet(StatefulSets.SYSTEM, NodeSet.ScalingMode.STATEFUL_SET, false));
        cluster.nodes.add(
                Clusters.sized(SET + "-12", NodeBaseState.IDLE, Set.of(NodeFlag.CLOUD, NodeFlag.POWERED_DOWN), 0));
        JoinedNode joined = cluster.joined(SET + "-12");
        assertThat(joined.nodeSet().map(NodeSet::name)).contains(SET);
        assertThat(joined.ghost()).isTrue();
    }

    @Test
    void sameInputInAnotherOrderGivesTheSame() {
        Node one = node("gpu-0", NodeBaseState.IDLE);
        Node two = node("gpu-1", NodeBaseState.DOWN);
        cluster.nodes.add(one);
        cluster.nodes.add(two);
        ClusterJoin forward = cluster.join();
        cluster.nodes.clear();
        cluster.nodes.add(two);
        cluster.nodes.add(one);
        assertThat(cluster.join()).isEqualTo(forward);
    }

    @Test
    void putsLikeNodesOfNoNodeSetTogether() {
        Clusters cluster = new Clusters();
        cluster.nodes.add(Clusters.sized("bare-1", NodeBaseState.IDLE, Set.of(), 0));
        cluster.nodes.add(Clusters.sized("bare-2", NodeBaseState.ALLOCATED, Set.of(), 96));

        assertThat(cluster.join().fixed())
                .containsExactly(new FixedNodes(
                        Set.of("gpu"), TestPool.shape(96, 512L << 30, GpuCounts.of("h100", 8), "gpu"), 2));
    }
}
