package dev.sluice.exporter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.sluice.exporter.model.kubernetes.Autoscaler;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Tests the NodeSets, nodes and limits of the captured cluster. The README of the capture describes the content of the
 * capture.
 */
class CapturedObjectsTest {

    private static final OptionalInt NONE = OptionalInt.empty();
    private static final long GIBIBYTE = 1L << 30;

    private static final Set<ObjectName> GKE =
            Set.of(new ObjectName("slurm-gke", "slurmd"), new ObjectName("slurm-gke", "slurmd1"));

    @Test
    void decodesASlinkyNodeSetThatIsScalingIn() throws ApiFailure {
        assertThat(slinky("slurm-worker-gpu-h100"))
                .isEqualTo(new NodeSet(
                        Slinky.SYSTEM,
                        "slinky.slurm.net/v1beta1",
                        "NodeSet",
                        "slurm",
                        "slurm-worker-gpu-h100",
                        OptionalInt.of(4),
                        new NodeSet.Status(of(5), of(5), of(4)),
                        NodeSet.ScalingMode.STATEFUL_SET,
                        false,
                        new NodeSet.PodResources(180_000, 1900 * GIBIBYTE, gpus("nvidia.com/gpu", 8)),
                        "gpu-h100",
                        true,
                        "Gres=gpu:gpu-h100:8"));
    }

    @Test
    void aNodeSetWithoutStatusHasNoNumbers() throws ApiFailure {
        NodeSet fresh = slinky("slurm-worker-new");
        assertThat(fresh.replicas()).hasValue(3);
        assertThat(fresh.status()).isEqualTo(NodeSet.Status.UNKNOWN);
    }

    @Test
    void leavesOutTheNodeSetsOfOtherControllers() throws ApiFailure {
        assertThat(ofController("slurm"))
                .isNotEmpty()
                .isEqualTo(CapturedApi.records("lists/nodesets-slinky-ns-slurm.json", slinky()));
        assertThat(ofController("teaching")).isEmpty();
    }

    private static List<NodeSet> ofController(String name) throws ApiFailure {
        return CapturedApi.records("lists/nodesets-slinky-ns-slurm.json", new Slinky(name)::read);
    }

    @Test
    void zeroReplicasAreANumber() throws ApiFailure {
        NodeSet empty = slinky("slurm-worker-a100");
        assertThat(empty.replicas()).hasValue(0);
        assertThat(empty.status().replicas()).hasValue(0);
        assertThat(empty.resources().gpus()).isEqualTo(gpus("nvidia.com/gpu", 8));
    }

    @Test
    void knowsDaemonSetMode() throws ApiFailure {
        NodeSet rack = slinky("slurm-worker-rack");
        assertThat(rack.scalingMode()).isEqualTo(NodeSet.ScalingMode.DAEMON_SET);
        // The template has no host name, so Slurm's name is the name of the NodeSet.
        assertThat(rack.slurmName()).isEqualTo("slurm-worker-rack");
    }

    @Test
    void keepsNodeSetsOfOneNameInTwoNamespacesApart() throws ApiFailure {
        assertThat(CapturedApi.records("lists/nodesets-slinky-all.json", slinky()))
                .filteredOn(nodeSet -> nodeSet.name().equals("slurm-worker-cpu"))
                .extracting(NodeSet::namespace, nodeSet -> nodeSet.replicas().orElse(-1))
                .containsExactly(tuple("slurm", 6), tuple("slurm-dev", 1));
    }

    @Test
    void decodesSoperatorsNodeSets() throws ApiFailure {
        List<NodeSet> found = CapturedApi.records("lists/nodesets-soperator-all.json", new Soperator()::read);
        assertThat(found).hasSize(2);
        assertThat(found.get(0))
                .isEqualTo(new NodeSet(
                        Soperator.SYSTEM,
                        "slurm.nebius.ai/v1alpha1",
                        "NodeSet",
                        "soperator",
                        "worker",
                        OptionalInt.of(4),
                        new NodeSet.Status(NONE, of(2), NONE),
                        NodeSet.ScalingMode.STATEFUL_SET,
                        true,
                        new NodeSet.PodResources(156_000, 1220 * GIBIBYTE, gpus("nvidia.com/gpu", 8)),
                        "worker",
                        false,
                        ""));
        assertThat(found.get(1).ephemeral()).isFalse();
    }

    @Test
    void decodesSunksNodeSets() throws ApiFailure {
        assertThat(CapturedApi.records("lists/nodesets-sunk-all.json", new Sunk()::read))
                .containsExactly(new NodeSet(
                        Sunk.SYSTEM,
                        "sunk.coreweave.com/v1alpha1",
                        "NodeSet",
                        "tenant-slurm",
                        "h100",
                        OptionalInt.of(3),
                        new NodeSet.Status(of(2), of(2), of(3)),
                        NodeSet.ScalingMode.DAEMON_SET,
                        false,
                        NodeSet.PodResources.UNKNOWN,
                        "h100",
                        false,
                        ""));
    }

    @Test
    void decodesTheStatefulSetsThatAreNamed() throws ApiFailure {
        List<NodeSet> found = CapturedApi.records("lists/statefulsets-all.json", new StatefulSets(GKE)::read);
        assertThat(found).hasSize(2);
        assertThat(found.get(0))
                .isEqualTo(new NodeSet(
                        StatefulSets.SYSTEM,
                        "apps/v1",
                        "StatefulSet",
                        "slurm-gke",
                        "slurmd",
                        OptionalInt.of(3),
                        new NodeSet.Status(of(3), of(2), NONE),
                        NodeSet.ScalingMode.STATEFUL_SET,
                        false,
                        new NodeSet.PodResources(0, 0, gpus("nvidia.com/gpu", 1)),
                        "slurmd",
                        false,
                        ""));
        assertThat(CapturedApi.records("lists/statefulsets-all.json", new StatefulSets(Set.of())::read))
                .isEmpty();
    }

    @Test
    void decodesNodes() throws ApiFailure {
        List<KubeNode> nodes = CapturedApi.records("lists/nodes.json", Machines::readNode);
        assertThat(nodes).hasSize(8);
        assertThat(nodes.get(2))
                .isEqualTo(new KubeNode(
                        "ip-10-0-1-13.eu-west-1.compute.internal",
                        true,
                        "hardware ticket 4711: NVLink errors",
                        true,
                        "gpu-h100",
                        "ip-10-0-1-13.eu-west-1.compute.internal",
                        new TreeMap<>(Map.of("nvidia.com/gpu", new KubeNode.Gpus(8, 8)))));
        // The fourth machine has an unhealthy GPU. The kubelet of the fifth machine stopped.
        assertThat(nodes.get(3).gpuResources()).containsExactly(Map.entry("nvidia.com/gpu", new KubeNode.Gpus(8, 7)));
        assertThat(nodes).extracting(KubeNode::ready).containsExactly(true, true, true, true, false, true, true, true);
        assertThat(nodes)
                .extracting(KubeNode::pool)
                .containsExactly("gpu-h100", "gpu-h100", "gpu-h100", "gpu-h100", "gpu-h100", "cpu", "cpu", "rack-b");
        assertThat(nodes).extracting(KubeNode::gpus).containsExactly(8L, 8L, 8L, 8L, 8L, 0L, 0L, 4L);
    }

    @Test
    void decodesHpasAndScaledObjects() throws ApiFailure {
        List<Autoscaler> hpas = CapturedApi.records("lists/hpas-all.json", Autoscalers::ofHpa);
        assertThat(hpas)
                .hasSize(17)
                .extracting(Autoscaler::limit)
                .contains(
                        hpa("slurm", "slurm-worker-cpu", 1, 32),
                        hpa("slurm-hpa", "zero", 0, 20),
                        // The ScaledObject has the minimum 0. KEDA's HPA for this ScaledObject cannot have the minimum
                        // 0.
                        hpa("slurm", "slurm-worker-a100", 1, 8));
        assertThat(CapturedApi.records("lists/scaledobjects-all.json", Autoscalers::ofScaledObject))
                .containsExactly(new ScaleLimit(
                        "slurm", "slinky.slurm.net/v1beta1", "NodeSet", "slurm-worker-a100", 0, 8, Set.of()));
    }

    @Test
    void readsTheSettingsOfHpas() throws ApiFailure {
        assertThat(CapturedApi.records("lists/hpas-ns-slurm.json", Autoscalers::ofHpa))
                .containsExactly(
                        new Autoscaler(
                                new ObjectName("slurm", "keda-hpa-slurm-worker-a100"),
                                hpa("slurm", "slurm-worker-a100", 1, 8),
                                List.of(new Autoscaler.Metric("s0-prometheus", "Value 5")),
                                0.1,
                                Duration.ofMinutes(10),
                                Optional.of("ScalingDisabled: scaling is disabled since the replica count of the target"
                                        + " is zero"),
                                true),
                        new Autoscaler(
                                new ObjectName("slurm", "slurm-worker-cpu"),
                                hpa("slurm", "slurm-worker-cpu", 1, 32),
                                List.of(new Autoscaler.Metric("slurm_nodeset_desired_replicas", "AverageValue 1")),
                                0.1,
                                Duration.ofMinutes(5),
                                Optional.empty(),
                                false),
                        new Autoscaler(
                                new ObjectName("slurm", "slurm-worker-gpu-h100"),
                                hpa("slurm", "slurm-worker-gpu-h100", 1, 16),
                                List.of(new Autoscaler.Metric("slurm_nodeset_desired_replicas", "AverageValue 1")),
                                0,
                                Duration.ofMinutes(10),
                                Optional.empty(),
                                false));
    }

    private static ScaleLimit hpa(String namespace, String target, int min, int max) {
        return new ScaleLimit(namespace, "slinky.slurm.net/v1beta1", "NodeSet", target, min, max, Set.of());
    }

    private static NodeSet slinky(String name) throws ApiFailure {
        return CapturedApi.records("lists/nodesets-slinky-ns-slurm.json", slinky()).stream()
                .filter(nodeSet -> nodeSet.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static KubeObject.Reader<NodeSet> slinky() {
        return new Slinky("")::read;
    }

    private static OptionalInt of(int number) {
        return OptionalInt.of(number);
    }

    private static SortedMap<String, Long> gpus(String resource, long count) {
        SortedMap<String, Long> gpus = new TreeMap<>();
        gpus.put(resource, count);
        return gpus;
    }
}
