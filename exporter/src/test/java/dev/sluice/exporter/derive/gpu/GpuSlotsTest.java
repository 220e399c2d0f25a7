package dev.sluice.exporter.derive.gpu;

import static dev.sluice.exporter.model.cluster.PartitionBuilder.partition;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.gpu.GpuSlots.Beside;
import dev.sluice.exporter.derive.gpu.GpuSlots.Size;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.Partition.PartitionState;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.exporter.model.node.NodeFlag;
import dev.sluice.exporter.model.node.NodeLayout;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GpuSlotsTest {

    private static final long GIB = 1L << 30;
    private static final Beside ONE_CPU_AND_GIB = new Beside(1, GIB);

    @Test
    void sizesDoNotFitAcrossNodes() {
        // The nodes have 8, 2 and 2 free GPUs: enough for 12 jobs with one GPU, 6 jobs with two GPUs, 2 jobs with four
        // GPUs, or 1 job with eight GPUs.
        GpuSlots slots = slots(ONE_CPU_AND_GIB, node(8, 0, 0, 0), node(8, 6, 6, 6), node(8, 6, 6, 6));

        assertThat(jobs(slots)).containsExactly(12L, 6L, 2L, 1L, 1L);
        assertThat(slots.stranded()).isZero();
    }

    @Test
    void gpusWithoutCpusOrMemoryBesideThemAreStranded() {
        // One node has 2 of 96 CPUs left, and 4 free GPUs. The other node has 1 of 1000 GiB left, and 3 free GPUs.
        assertThat(slots(ONE_CPU_AND_GIB, node(8, 4, 94, 10)).stranded()).isEqualTo(2);
        assertThat(slots(ONE_CPU_AND_GIB, node(8, 5, 5, 999)).stranded()).isEqualTo(2);
        assertThat(jobs(slots(ONE_CPU_AND_GIB, node(8, 5, 5, 999)))).containsExactly(1L, 0L, 0L, 0L, 0L);
    }

    @Test
    void jobsNeedWhatTheConfigurationSays() {
        GpuSlots slots = slots(new Beside(12, 100 * GIB), node(8, 0, 0, 0), node(8, 2, 36, 100));

        // 96 CPUs are enough for 8 jobs, and 60 CPUs are enough for 5 jobs.
        assertThat(jobs(slots)).containsExactly(8L + 5, 4L + 2, 2L + 1, 1L, 1L);
        assertThat(slots.stranded()).isOne();
    }

    @Test
    void coresAreTakenWhole() {
        Node threads = NodeBuilder.node("n")
                .usable(8, 100 * GIB, GpuCounts.of("h100", 8))
                .layout(new NodeLayout(1, 1, 4, 2, 8))
                .build();

        assertThat(slots(ONE_CPU_AND_GIB, threads).jobs(Size.ONE)).isEqualTo(4);
    }

    @Test
    void anExclusivePartitionGivesEmptyNodes() {
        Partition exclusive = partition("gpu").wholeNodes(true).build();
        List<GpuSlots> slots =
                GpuSlots.of(joined(node(8, 0, 0, 0), node(8, 1, 1, 1)), List.of(exclusive), ONE_CPU_AND_GIB);

        assertThat(jobs(slots.get(0))).containsExactly(1L, 1L, 1L, 1L, 1L);
    }

    @Test
    void nothingStartsInAPartitionThatIsDown() {
        Partition down = partition("gpu").state(PartitionState.DOWN).build();
        List<GpuSlots> slots = GpuSlots.of(joined(node(8, 0, 0, 0)), List.of(down), ONE_CPU_AND_GIB);

        assertThat(jobs(slots.get(0))).containsOnly(0L);
        assertThat(slots.get(0).stranded()).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"DRAIN", "MAINTENANCE", "RESERVED", "NOT_RESPONDING", "COMPLETING", "POWERED_DOWN"})
    void nothingStartsOnANodeThatTakesNoJobs(NodeFlag flag) {
        Node closed = NodeBuilder.of(node(8, 0, 0, 0))
                .state(NodeBaseState.IDLE, Set.of(flag))
                .build();

        assertThat(jobs(slots(ONE_CPU_AND_GIB, closed))).containsOnly(0L);
    }

    @Test
    void typesAndPartitionsAreCountedApart() {
        Node mixed = NodeBuilder.node("n")
                .partitions(List.of("gpu", "bank"))
                .usable(16, 100 * GIB, GpuCounts.of("a100", 4).plus(GpuCounts.of("a100_1g.10gb", 2)))
                .build();

        assertThat(GpuSlots.of(joined(mixed), List.of(), ONE_CPU_AND_GIB))
                .extracting(slots -> slots.partition() + " " + slots.gpuType() + " " + slots.jobs(Size.ONE))
                .containsExactly("bank a100 4", "bank a100_1g.10gb 2", "gpu a100 4", "gpu a100_1g.10gb 2");
    }

    private static GpuSlots slots(Beside beside, Node... nodes) {
        List<GpuSlots> slots = GpuSlots.of(joined(nodes), List.of(), beside);
        assertThat(slots).hasSize(1);
        return slots.get(0);
    }

    private static List<JoinedNode> joined(Node... nodes) {
        return Stream.of(nodes).map(JoinedNode::outsideKubernetes).toList();
    }

    private static List<Long> jobs(GpuSlots slots) {
        return Stream.of(Size.values()).map(slots::jobs).toList();
    }

    private static Node node(long gpus, long usedGpus, long usedCpus, long usedGib) {
        return NodeBuilder.node("n")
                .state(usedCpus > 0 ? NodeBaseState.MIXED : NodeBaseState.IDLE, Set.of())
                .usable(96, 1000 * GIB, GpuCounts.of("h100", gpus))
                .allocated(usedCpus, usedGib * GIB, GpuCounts.of("h100", usedGpus))
                .build();
    }
}
