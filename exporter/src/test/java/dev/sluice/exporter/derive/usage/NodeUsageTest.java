package dev.sluice.exporter.derive.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.Capacity.Split;
import dev.sluice.exporter.derive.usage.UsageCounts.PartitionGpus;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.exporter.model.node.NodeFlag;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the GPU-seconds of a node with 8 GPUs. */
class NodeUsageTest {

    private static final PartitionGpus CLUSTER = new PartitionGpus("", "h100");
    private static final PartitionGpus GPU = new PartitionGpus("gpu", "h100");

    private NodeUsage usage = new NodeUsage(NodeUsage.State.NONE);

    private static Capacity.Summary node(long allocated, NodeFlag... flags) {
        return Capacity.Summary.of(
                List.of(NodeBuilder.node("n1")
                        .state(NodeBaseState.MIXED, Set.of(flags))
                        .partitions(List.of("gpu", "all"))
                        .usable(96, 1 << 20, GpuCounts.of("h100", 8))
                        .allocated(0, 0, GpuCounts.of("h100", allocated))
                        .build()),
                List.of());
    }

    private void poll(double second, Capacity.Summary capacity) {
        usage.observe(capacity, Instant.ofEpochMilli(Math.round(second * 1000)));
    }

    private double allocated(PartitionGpus key) {
        return NodeUsage.State.seconds(sums(key).allocated());
    }

    private double idle(PartitionGpus key) {
        return NodeUsage.State.seconds(sums(key).idle());
    }

    private double unavailable(PartitionGpus key) {
        return NodeUsage.State.seconds(sums(key).unavailable());
    }

    private Split sums(PartitionGpus key) {
        return usage.state().sums().getOrDefault(key, Split.NONE);
    }

    @Test
    void countersExistFromTheFirstList() {
        poll(1000, node(3));

        assertThat(usage.state().sums().keySet()).containsExactly(CLUSTER, new PartitionGpus("all", "h100"), GPU);
        assertThat(sums(GPU)).isEqualTo(Split.NONE);
    }

    @Test
    void numbersAreLinearBetweenTwoLists() {
        poll(1000, node(3));
        poll(1010, node(6));

        assertThat(allocated(GPU)).isEqualTo(45);
        assertThat(idle(GPU)).isEqualTo(35);
        assertThat(allocated(CLUSTER)).isEqualTo(45);
    }

    @Test
    void usesAddUpToTheConfiguredGpusOverAGapAndADrain() {
        poll(1000.123, node(3));
        poll(1030.456, node(6));
        poll(2830.789, node(1, NodeFlag.DRAIN));
        poll(2860.001, node(2, NodeFlag.DRAIN));

        assertThat(sums(GPU).allocated() + sums(GPU).idle() + sums(GPU).unavailable())
                .isEqualTo(2 * 8 * 1_859_878L);
        // (5 + 2) / 2 over 30.333 s, and (2 + 0) / 2 over 1800.333 s.
        assertThat(idle(GPU)).isEqualTo(1906.4985);
        // (0 + 7) / 2 over 1800.333 s, and (7 + 6) / 2 over 29.212 s.
        assertThat(unavailable(GPU)).isEqualTo(6491.0435);
    }

    @Test
    void clockThatStepsBackCountsNothingTwice() {
        poll(1000, node(4));
        poll(1100, node(4));
        poll(1040, node(4));
        poll(1090, node(4));
        assertThat(allocated(GPU)).isEqualTo(400);

        poll(1110, node(4));
        assertThat(allocated(GPU)).isEqualTo(440);
    }

    @Test
    void nodesThatAppearCountFromThenAndNodesThatDisappearKeepTheirCounters() {
        poll(1000, Capacity.Summary.of(List.of(), List.of("gpu")));
        poll(1010, node(4));
        assertThat(sums(GPU)).isEqualTo(Split.NONE);

        poll(1020, node(4));
        poll(1030, Capacity.Summary.of(List.of(), List.of("gpu")));
        poll(1040, node(4));

        assertThat(allocated(GPU)).isEqualTo(40 + 20 + 20);
    }

    @Test
    void restartIsCountedLikeAGap() {
        poll(1000, node(4));
        poll(1010, node(4));
        usage = new NodeUsage(usage.state());
        poll(1110, node(2));

        assertThat(allocated(GPU)).isEqualTo(40 + 300);
    }
}
