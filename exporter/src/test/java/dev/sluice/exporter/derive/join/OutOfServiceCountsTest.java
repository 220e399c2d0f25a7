package dev.sluice.exporter.derive.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.exporter.model.node.NodeFlag;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The expected values are calculated by hand. Every node has 8 H100. */
class OutOfServiceCountsTest {

    @Test
    void countsByOwnerInEachPartitionAndGpusOnce() {
        OutOfServiceCounts counts = counts(
                node("DOWN", Set.of(), "Not responding", "gpu,all", 0),
                node("IDLE", Set.of(NodeFlag.DRAIN), "bad DIMM", "gpu,all", 0),
                node("MIXED", Set.of(NodeFlag.DRAIN), "slurm-operator: pod being deleted", "all", 3));

        assertThat(counts.nodes())
                .isEqualTo(Map.of(
                        "gpu", Map.of("slurm", 1L, "person", 1L),
                        "all", Map.of("slurm", 1L, "person", 1L, "operator", 1L),
                        "empty", Map.of()));
        assertThat(counts.gpus())
                .isEqualTo(Map.of("h100", Map.of("slurm", 8L, "person", 8L, "operator", 5L), "a100", Map.of()));
    }

    @Test
    void leavesOutWhatServesSleepsOrIsMaintained() {
        OutOfServiceCounts counts = counts(
                node("IDLE", Set.of(), "", "gpu", 0),
                node("MIXED", Set.of(), "", "gpu", 4),
                node("IDLE", Set.of(NodeFlag.POWERED_DOWN), "", "gpu", 0),
                node("IDLE", Set.of(NodeFlag.MAINTENANCE), "", "gpu", 0),
                node("IDLE", Set.of(NodeFlag.REBOOT_ISSUED, NodeFlag.DRAIN), "Reboot ASAP", "gpu", 0));

        assertThat(counts.nodes()).isEqualTo(Map.of("gpu", Map.of(), "empty", Map.of()));
        assertThat(counts.gpus()).isEqualTo(Map.of("h100", Map.of(), "a100", Map.of()));
    }

    private static OutOfServiceCounts counts(Node... nodes) {
        return OutOfServiceCounts.of(
                Stream.of(nodes).map(JoinedNode::outsideKubernetes).toList(),
                List.of("gpu", "empty"),
                List.of("h100", "a100"));
    }

    private static Node node(String base, Set<NodeFlag> flags, String reason, String partitions, long gpus) {
        return NodeBuilder.node("n1")
                .state(NodeBaseState.valueOf(base), flags)
                .reason(reason, "root", 1_700_000_000)
                .partitions(List.of(partitions.split(",", -1)))
                .usable(96, 1 << 20, GpuCounts.of("h100", 8))
                .allocated(0, 0, GpuCounts.of("h100", gpus))
                .build();
    }
}
