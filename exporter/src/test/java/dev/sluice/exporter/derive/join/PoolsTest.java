package dev.sluice.exporter.derive.join;

import static dev.sluice.exporter.derive.join.Clusters.GIB;
import static dev.sluice.exporter.derive.join.Clusters.NOON;
import static dev.sluice.exporter.derive.join.Clusters.SET;
import static dev.sluice.exporter.derive.join.Clusters.because;
import static dev.sluice.exporter.derive.join.Clusters.limit;
import static dev.sluice.exporter.derive.join.Clusters.machine;
import static dev.sluice.exporter.derive.join.Clusters.node;
import static dev.sluice.exporter.derive.join.Clusters.nodeSet;
import static dev.sluice.exporter.derive.join.Clusters.pod;
import static dev.sluice.exporter.derive.join.Clusters.slurmdStarted;
import static dev.sluice.exporter.derive.join.Clusters.withOrigin;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.exporter.derive.join.Clusters.PodOf;
import dev.sluice.exporter.derive.scaling.TestPool;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.MemberBuilder;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.kubernetes.Slinky;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.exporter.model.node.NodeFlag;
import dev.sluice.exporter.model.node.NodeReason;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolsTest {

    private final Clusters cluster = new Clusters();

    @BeforeEach
    void addNodeSet() {
        cluster.nodeSets.add(Clusters.slinky());
    }

    @ParameterizedTest
    @CsvSource({
        "ALLOCATED, DYNAMIC_NORM, BUSY, false",
        "MIXED, DYNAMIC_NORM, BUSY, false",
        "MIXED, DRAIN, BUSY, true",
        "IDLE, COMPLETING, BUSY, false",
        "IDLE, DYNAMIC_NORM, IDLE, false",
        "IDLE, PLANNED, IDLE, false",
        "IDLE, DRAIN, UNUSABLE, true",
        "IDLE, FAIL, UNUSABLE, true",
        "IDLE, MAINTENANCE, UNUSABLE, false",
        "IDLE, RESERVED, UNUSABLE, false",
        "IDLE, INVALID_REG, UNUSABLE, false",
        "IDLE, NOT_RESPONDING, UNUSABLE, false",
        "DOWN, DYNAMIC_NORM, UNUSABLE, false"
    })
    void aNodeWithAReadyPodIsWhatSlurmSays(
            NodeBaseState base, NodeFlag flag, Member.Condition condition, boolean draining) {
        cluster.nodes.add(slurmdStarted(node("gpu-3", base, flag), 20));
        cluster.pods.add(pod(3, PodOf.READY));
        Member member = cluster.member();
        assertThat(member.condition()).isEqualTo(condition);
        assertThat(member.draining()).isEqualTo(draining);
        assertThat(member.node()).isEqualTo("gpu-3");
        assertThat(member.ordinal()).isEqualTo(3);
        assertThat(member.planned()).isEqualTo(flag == NodeFlag.PLANNED);
    }

    @ParameterizedTest
    @CsvSource({"IDLE, COMPLETING, true", "DOWN, COMPLETING, false", "MIXED, DRAIN, false", "IDLE, RESERVED, false"})
    void aNodeTakesARequeuedJobBackUnlessItIsUnavailable(NodeBaseState base, NodeFlag flag, boolean usable) {
        cluster.nodes.add(node("gpu-3", base, flag));
        cluster.pods.add(pod(3, PodOf.READY));
        assertThat(cluster.member().usable()).isEqualTo(usable);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "slurm-operator: Pod (slurm/x) is pending termination for scale-in | false | IDLE",
                "slurm-operator: Node (kube-1) was cordoned, Pod (slurm/x) must be cordoned | true | UNUSABLE",
                "bad DIMM | false | UNUSABLE"
            })
    void anEmptyDrainedNodeComesBackOnlyFromTheOperatorsOwnDrain(
            String reason, boolean machineCordoned, Member.Condition condition) {
        cluster.nodes.add(because(node("gpu-0", NodeBaseState.IDLE, NodeFlag.DRAIN), reason, NOON));
        cluster.pods.add(pod(0, PodOf.CORDONED));
        cluster.machines.add(machine("kube-1", machineCordoned, ""));
        assertThat(cluster.member().condition()).isEqualTo(condition);
        assertThat(cluster.member().draining()).isTrue();
    }

    @Test
    void aCordonedPodDrainsBeforeSlurmKnows() {
        cluster.nodes.add(Clusters.sized("gpu-0", NodeBaseState.MIXED, Set.of(NodeFlag.DYNAMIC_NORM), 24));
        cluster.pods.add(pod(0, PodOf.CORDONED));
        NodeReason podGoes = new NodeReason("scale_in", "operator");
        assertThat(cluster.member())
                .isEqualTo(MemberBuilder.member("gpu-0", Member.Condition.BUSY)
                        .draining(true)
                        .ordinal(0)
                        .features("gpu")
                        .outOfService(Optional.of(podGoes))
                        .build());
    }

    @Test
    void aPodWithoutNodeIsStarting() {
        cluster.pods.add(pod(2, PodOf.CREATED));
        assertThat(cluster.member())
                .isEqualTo(MemberBuilder.member("", Member.Condition.STARTING)
                        .ordinal(2)
                        .build());
    }

    /** The operator and a stopping pod write these texts into records, at any time; the time decides nothing. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-900 | UNREADY | DOWN | NOT_RESPONDING | slurm-operator: Pod (slurm/x) was uncordoned | STARTING",
                "-900 | UNREADY | DOWN | DRAIN | slurm-operator: Pod is terminating | STARTING",
                "-900 | UNREADY | IDLE | DRAIN | slurm-operator: Pod (slurm/x) is pending termination for scale-in "
                        + "| STARTING",
                "-900 | UNREADY | IDLE | DYNAMIC_NORM | '' | STARTING",
                "-900 | READY | DOWN | NOT_RESPONDING | slurm-operator: Pod (slurm/x) was uncordoned | STARTING",
                "20 | UNREADY | DOWN | DYNAMIC_NORM | slurm-operator: Pod (slurm/x) was uncordoned | STARTING",
                "20 | UNREADY | DOWN | DYNAMIC_NORM | Not responding | STARTING",
                "20 | UNREADY | DOWN | NOT_RESPONDING | Not responding | UNUSABLE",
                "20 | UNREADY | DOWN | DYNAMIC_NORM | bad DIMM | UNUSABLE",
                "20 | READY | DOWN | DYNAMIC_NORM | slurm-operator: Pod (slurm/x) was uncordoned | UNUSABLE",
                "20 | READY | DOWN | DYNAMIC_NORM | Not responding | UNUSABLE"
            })
    void aRecordFromBeforeTheRegistrationOfThePodsSlurmdIsAStart(
            long slurmdAfterThePod, String pod, NodeBaseState base, NodeFlag flag, String why, Member.Condition is) {
        cluster.nodes.add(
                slurmdStarted(because(node("gpu-0", base, flag), why, NOON.plusSeconds(3)), slurmdAfterThePod));
        cluster.pods.add(pod(0, pod.equals("READY") ? PodOf.READY : PodOf.UNREADY));
        assertThat(cluster.member().condition()).isEqualTo(is);
    }

    /** With {@code ReturnToService=0}, the operator returns a node to service as soon as the node has moved. */
    @ParameterizedTest
    @CsvSource({"kube-0, STARTING", "kube-1, UNUSABLE"})
    void aDownNodeOnAnotherMachineIsStarting(String machineBefore, Member.Condition condition) {
        Node down = because(node("gpu-0", NodeBaseState.DOWN), "Not responding", NOON.plusSeconds(20));
        cluster.nodes.add(withOrigin(slurmdStarted(down, 20), Clusters.origin(SET + "-0", machineBefore)));
        cluster.pods.add(pod(0, PodOf.READY));
        assertThat(cluster.member().condition()).isEqualTo(condition);
        assertThat(cluster.joined("gpu-0").keptDown()).isEqualTo(condition == Member.Condition.UNUSABLE);
    }

    @Test
    void aRecordWithoutPodIsAGhostUnlessJobsAreOnIt() {
        cluster.nodes.add(node("gpu-0", NodeBaseState.DOWN));
        cluster.nodes.add(node("gpu-1", NodeBaseState.ALLOCATED));
        assertThat(cluster.pool().members())
                .extracting(Member::node, Member::condition, Member::ordinal)
                .containsExactly(tuple("gpu-0", Member.Condition.GHOST, 0), tuple("gpu-1", Member.Condition.BUSY, 1));
    }

    @Test
    void podsThatEndedAreNobody() {
        cluster.pods.add(pod(0, PodOf.FAILED));
        assertThat(cluster.pool().members()).isEmpty();
    }

    @Test
    void freeRoomIsWhatAMixedNodeHasLeft() {
        cluster.nodes.add(Clusters.sized("gpu-0", NodeBaseState.MIXED, Set.of(NodeFlag.DYNAMIC_NORM), 24));
        cluster.pods.add(pod(0, PodOf.READY));
        assertThat(cluster.member().free()).isEqualTo(new NodeResources(72, 488 * GIB, GpuCounts.of("h100", 6)));
    }

    @Test
    void aMixedNodeThatIsReservedHasRoomForItsReservation() {
        cluster.nodes.add(Clusters.sized("gpu-0", NodeBaseState.MIXED, Set.of(NodeFlag.RESERVED), 24));
        cluster.pods.add(pod(0, PodOf.READY));
        assertThat(cluster.member().reserved()).isTrue();
        assertThat(cluster.member().free()).isEqualTo(new NodeResources(72, 488 * GIB, GpuCounts.of("h100", 6)));
    }

    @Test
    void theShapeIsThatOfTheNodesThatAreThere() {
        cluster.nodes.add(node("gpu-0", NodeBaseState.IDLE));
        cluster.pods.add(pod(0, PodOf.READY));
        assertThat(cluster.pool().shapes())
                .containsExactly(TestPool.shape(96, 512 * GIB, GpuCounts.of("h100", 8), "gpu"));
    }

    /**
     * The smallest available node comes first. Unavailable nodes come last, even if the unavailable nodes are small.
     */
    @Test
    void nodesThatDifferAreAllShapes() {
        cluster.nodes.add(cpus("gpu-0", NodeBaseState.IDLE, 64));
        cluster.nodes.add(cpus("gpu-1", NodeBaseState.IDLE, 16));
        cluster.nodes.add(cpus("gpu-2", NodeBaseState.IDLE, 64));
        cluster.nodes.add(cpus("gpu-3", NodeBaseState.DOWN, 8));
        for (int ordinal = 0; ordinal < 3; ordinal++) {
            cluster.pods.add(pod(ordinal, PodOf.READY));
        }

        assertThat(cluster.pool().shapes())
                .extracting(shape -> shape.capacity().cpus())
                .containsExactly(16L, 64L, 8L);
        assertThat(cluster.pool().members())
                .extracting(member -> member.free().cpus())
                .containsExactly(64L, 16L, 64L, 0L);
    }

    private static Node cpus(String name, NodeBaseState base, long cpus) {
        return NodeBuilder.of(node(name, base))
                .usable(cpus, 512 * GIB, GpuCounts.NONE)
                .build();
    }

    @Test
    void theShapeIsAGhostsWhereNoNodeIsThere() {
        cluster.nodeSets.set(0, withTemplate("Gres=gpu:a100:4"));
        cluster.nodes.add(node("gpu-0", NodeBaseState.DOWN));
        cluster.pods.add(pod(1, PodOf.CREATED));
        assertThat(cluster.pool().shapes())
                .extracting(shape -> shape.capacity().gpus())
                .containsExactly(GpuCounts.of("h100", 8));
    }

    @ParameterizedTest
    @CsvSource({"'Gres=gpu:a100:4 Features=nvlink,fast', a100, 4", "'', '', 8"})
    void theShapeIsThePodTemplatesWhereNoNodeEverWas(String extraConf, String type, long gpus) {
        cluster.nodeSets.set(0, withTemplate(extraConf));
        NodeShape shape = cluster.pool().shapes().get(0);
        assertThat(shape.capacity().cpus()).isEqualTo(15);
        assertThat(shape.capacity().memoryBytes()).isEqualTo(64 * GIB);
        assertThat(shape.capacity().gpus()).isEqualTo(GpuCounts.of(type, gpus));
        assertThat(shape.features()).isEqualTo(extraConf.isEmpty() ? Set.of("gpu") : Set.of("gpu", "nvlink", "fast"));
    }

    @Test
    void theTemplateHasEveryGenericResourceWhetherJobsCountItAsGpuOrNot() {
        cluster.nodeSets.set(
                0,
                nodeSet(
                        Slinky.SYSTEM,
                        NodeSet.ScalingMode.STATEFUL_SET,
                        false,
                        NodeSet.PodResources.UNKNOWN,
                        "Gres=tpu:v5e:8"));
        assertThat(cluster.pool().shapes())
                .extracting(shape -> shape.capacity().gres())
                .containsExactly(GresCounts.ofRequest("gres/tpu:v5e:8"));
        assertThat(cluster.pool().shapes())
                .extracting(shape -> shape.capacity().gpus())
                .containsExactly(GpuCounts.of("tpu:v5e", 8));
    }

    @Test
    void theShapeIsUnknownWhereNobodySaysAnything() {
        assertThat(cluster.pool().shapes()).isEmpty();
    }

    private static NodeSet withTemplate(String extraConf) {
        NodeSet.PodResources resources =
                new NodeSet.PodResources(15_500, 64 * GIB, new TreeMap<>(Map.of("nvidia.com/gpu", 8L)));
        return nodeSet(Slinky.SYSTEM, NodeSet.ScalingMode.STATEFUL_SET, false, resources, extraConf);
    }

    @Test
    void anHpaLimits() {
        cluster.hpas.add(limit(1, 16));
        assertLimits(1, 16);
        assertThat(cluster.pool().notScalable()).isEmpty();
    }

    @Test
    void aScaledObjectGoesBeforeItsHpa() {
        cluster.hpas.add(limit(1, 16));
        cluster.scaledObjects.add(limit(0, 8));
        assertLimits(0, 8);
    }

    @Test
    void aPauseOfTheHpaOrTheScaledObjectCounts() {
        cluster.hpas.add(paused(ScaleLimit.Direction.UP));
        cluster.scaledObjects.add(paused(ScaleLimit.Direction.DOWN));
        assertThat(cluster.pool().paused())
                .containsExactlyInAnyOrder(ScaleLimit.Direction.UP, ScaleLimit.Direction.DOWN);
    }

    private static ScaleLimit paused(ScaleLimit.Direction direction) {
        return new ScaleLimit("slurm", "slinky.slurm.net/v1beta1", "NodeSet", SET, 1, 16, Set.of(direction));
    }

    @Test
    void theConfigurationGoesBeforeBothAndNamesCostAndShape() {
        NodeShape shape = TestPool.shape(4, GIB, GpuCounts.NONE);
        cluster.hpas.add(limit(1, 16));
        cluster.overrides.put(
                new ObjectName("slurm", SET),
                new PoolOverride(
                        OptionalLong.of(2),
                        OptionalLong.of(5),
                        OptionalLong.of(7),
                        Optional.empty(),
                        Optional.of(shape)));
        assertLimits(2, 5);
        assertThat(cluster.pool().cost()).isEqualTo(7);
        assertThat(cluster.pool().shapes()).containsExactly(shape);
    }

    @Test
    void aLimitOfAnotherTargetIsNone() {
        cluster.hpas.add(new ScaleLimit("slurm", "slinky.slurm.net/v1beta1", "NodeSet", "other", 1, 16, Set.of()));
        cluster.hpas.add(new ScaleLimit("dev", "slinky.slurm.net/v1beta1", "NodeSet", SET, 1, 16, Set.of()));
        cluster.hpas.add(new ScaleLimit("slurm", "apps/v1", "StatefulSet", SET, 1, 16, Set.of()));
        assertLimits(0, 4);
    }

    @Test
    void anotherVersionOfTheKindIsTheSameTarget() {
        cluster.hpas.add(new ScaleLimit("slurm", "slinky.slurm.net/v1alpha1", "NodeSet", SET, 1, 16, Set.of()));
        assertLimits(1, 16);
    }

    @Test
    void withoutLimitsItStaysAsItIsAndSaysSo() {
        assertLimits(0, 4);
        assertThat(cluster.pool().replicas()).isEqualTo(4);
        assertThat(cluster.pool().notScalable())
                .contains("no HorizontalPodAutoscaler, ScaledObject or configuration sets its maximum");
    }

    private void assertLimits(long min, long max) {
        assertThat(cluster.pool()).extracting(Pool::min, Pool::max).containsExactly(min, max);
    }

    @Test
    void whatHasNotBeenReadIsNotScaledBy() {
        cluster.hpas.add(limit(1, 16));
        cluster.podsRead = false;
        assertThat(cluster.pool().notScalable()).contains("its pods have not been read");
        cluster.podsRead = true;
        cluster.nodesRead = false;
        assertThat(cluster.pool().notScalable()).contains("Slurm's nodes have not been read");
        cluster.nodesRead = true;
        cluster.limitsRead = false;
        assertThat(cluster.pool().notScalable().orElse("")).contains("have not been read");
    }

    @ParameterizedTest
    @CsvSource({
        "slinky, DAEMON_SET, false, DaemonSet",
        "soperator, STATEFUL_SET, true, ephemeral",
        "sunk, DAEMON_SET, false, SUNK"
    })
    void someCannotBeScaledWhateverLimitsThemAndSayWhy(
            String system, NodeSet.ScalingMode mode, boolean ephemeral, String why) {
        cluster.nodeSets.set(0, nodeSet(Clusters.system(system), mode, ephemeral));
        cluster.hpas.add(limit(1, 16));
        assertThat(cluster.pool().notScalable().orElse("")).contains(why);
    }

    @Test
    void inModeDaemonSetReplicasArePodsAndOrdinalsNone() {
        cluster.nodeSets.set(0, nodeSet(Slinky.SYSTEM, NodeSet.ScalingMode.DAEMON_SET, false));
        cluster.nodes.add(node("rack-31", NodeBaseState.IDLE));
        cluster.pods.add(pod(Slinky.SYSTEM, SET + "-x7k2p", "rack-31", -1, PodOf.READY));
        assertThat(cluster.pool().replicas()).isEqualTo(1);
        assertThat(cluster.member().ordinal()).isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource({"slinky, IDLE_FIRST", "statefulset, HIGHEST_ORDINAL", "soperator, HIGHEST_ORDINAL"})
    void aStatefulSetLosesItsHighestOrdinal(String system, Pool.Removal removal) {
        cluster.nodeSets.set(0, nodeSet(Clusters.system(system), NodeSet.ScalingMode.STATEFUL_SET, false));
        assertThat(cluster.pool().removal()).isEqualTo(removal);
    }
}
