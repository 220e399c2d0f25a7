package dev.sluice.exporter.derive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.exporter.model.node.NodeFlag;
import dev.sluice.exporter.model.node.NodeState;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The expected values are calculated by hand. */
class CapacityTest {

    @Test
    void countsFreeResourcesOfADrainingNodeAsUnavailable() {
        Capacity gpu = partition(capacity(node("MIXED", Set.of(NodeFlag.DRAIN), "gpu", 24, 3)), "gpu");

        assertThat(gpu.cpus()).isEqualTo(new Capacity.Split(24, 0, 72));
        assertThat(gpu.gpus()).isEqualTo(Map.of("h100", new Capacity.Split(3, 0, 5)));
        assertThat(gpu.nodes(NodeState.DRAINING)).isEqualTo(1);
    }

    @Test
    void countsANodeInEachOfItsPartitionsAndInTheClusterOnce() {
        Capacity.Summary capacity = capacity(node("MIXED", Set.of(), "gpu,all", 24, 3));

        assertThat(partition(capacity, "gpu").cpus()).isEqualTo(new Capacity.Split(24, 72, 0));
        assertThat(partition(capacity, "all").cpus()).isEqualTo(new Capacity.Split(24, 72, 0));
        assertThat(capacity.cluster().cpus()).isEqualTo(new Capacity.Split(24, 72, 0));
        assertThat(capacity.cluster().gpus(Capacity.Split::idle)).isEqualTo(GpuCounts.of("h100", 5));
    }

    @Test
    void doesNotOfferWhatIsPoweredDown() {
        Capacity cloud = partition(
                capacity(node("IDLE", Set.of(NodeFlag.CLOUD, NodeFlag.POWERED_DOWN), "cloud", 0, 0)), "cloud");

        assertThat(cloud.cpus()).isEqualTo(new Capacity.Split(0, 0, 96));
    }

    @Test
    void showsPartitionsWithoutNodes() {
        Capacity.Summary capacity = Capacity.Summary.of(List.of(), List.of("empty"));

        assertThat(partition(capacity, "empty").cpus()).isEqualTo(new Capacity.Split(0, 0, 0));
    }

    private static Capacity partition(Capacity.Summary capacity, String name) {
        return Objects.requireNonNull(capacity.partitions().get(name));
    }

    private static Capacity.Summary capacity(Node... nodes) {
        return Capacity.Summary.of(List.of(nodes), List.of());
    }

    private static Node node(String base, Set<NodeFlag> flags, String partitions, long cpus, long gpus) {
        return NodeBuilder.node("n1")
                .state(NodeBaseState.valueOf(base), flags)
                .partitions(List.of(partitions.split(",", -1)))
                .usable(96, 1 << 20, GpuCounts.of("h100", 8))
                .allocated(cpus, 0, GpuCounts.of("h100", gpus))
                .build();
    }
}
