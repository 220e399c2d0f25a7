package dev.sluice.exporter.derive.scaling.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests rows of a node with 8 CPUs, 64 bytes of memory, 4 A100, 2 H100 and 6 shards. */
class ResourcesTest {

    private static final GpuCounts GPUS = GpuCounts.of("a100", 4).plus(GpuCounts.of("h100", 2));

    private static final NodeResources NODE = new NodeResources(8, 64, GPUS, GresCounts.of("shard", 6));

    private final Resources resources = new Resources(List.of(NODE));

    private static NodeResources gpus(GpuCounts gpus) {
        return new NodeResources(1, 2, gpus);
    }

    private long[] rest(NodeResources need, long times) {
        return resources.rest(resources.row(NODE), resources.row(need), times);
    }

    @Test
    void hasCpusMemoryAllGpusEachTypeAndEachName() {
        assertThat(resources.width()).isEqualTo(6);
        assertThat(resources.row(NODE)).containsExactly(8, 64, 6, 4, 2, 6);
        assertThat(resources.row(gpus(GpuCounts.of(GpuCounts.UNTYPED, 3)))).containsExactly(1, 2, 3, 0, 0, 0);
        assertThat(resources.row(new NodeResources(-1, -1, GpuCounts.of("h100", 1))))
                .containsExactly(0, 0, 1, 0, 1, 0);
    }

    @Test
    void fitsAsOftenAsTheScarcestResource() {
        long[] node = resources.row(NODE);

        assertThat(resources.times(node, resources.row(gpus(GpuCounts.of("h100", 1))), 9))
                .isEqualTo(2);
        assertThat(resources.times(node, resources.row(gpus(GpuCounts.of("h100", 1))), 1))
                .isEqualTo(1);
        assertThat(resources.times(node, resources.row(gpus(GpuCounts.NONE)), 9))
                .isEqualTo(8);
        assertThat(Packing.times(NODE, gpus(GpuCounts.of("a100", 1)))).isEqualTo(4);
        assertThat(Packing.times(NODE, gpus(GpuCounts.of("v100", 1)))).isZero();
    }

    /** Most of the GPUs are A100. */
    @Test
    void takesGpusWithoutATypeFromTheTypeWithTheMostLeft() {
        assertThat(rest(gpus(GpuCounts.of(GpuCounts.UNTYPED, 1)), 3)).containsExactly(5, 58, 3, 1, 2, 6);
        assertThat(rest(gpus(GpuCounts.of(GpuCounts.UNTYPED, 5)), 1)).containsExactly(7, 62, 1, 0, 1, 6);
        assertThat(rest(gpus(GpuCounts.of("h100", 1)), 2)).containsExactly(6, 60, 4, 4, 0, 6);
    }

    @Test
    void neverLeavesLessThanNothing() {
        assertThat(rest(gpus(GpuCounts.of("h100", 1)), 9)).containsExactly(0, 46, 0, 0, 0, 6);
    }

    /** A node with 3 GPUs of 4 shards; one of its shards is in use. */
    @Test
    void sharesComeFromOneGpuAndFromTheGpuWithTheLeastLeft() {
        GresCounts all = GresCounts.ofNode("gpu:3,shard:12", "");
        GresCounts free = all.minus(GresCounts.allocated("gpu:0,shard:1(1/4,0/4,0/4)"));
        NodeResources node = new NodeResources(8, 64, GpuCounts.of("", 2), free);
        Resources shared = new Resources(List.of(node));
        long[] row = shared.row(node);

        assertThat(row).containsExactly(8, 64, 2, 11, 4, 4, 3);
        assertThat(shared.times(row, shared.row(shards(all, 3)), 9)).isEqualTo(3);
        assertThat(shared.times(row, shared.row(shards(all, 2)), 9)).isEqualTo(5);
        assertThat(shared.times(row, shared.row(shards(all, 4)), 9)).isEqualTo(2);
        assertThat(shared.rest(row, shared.row(shards(all, 3)), 2)).containsExactly(6, 60, 1, 5, 4, 1, 0);
        assertThat(shared.rest(row, shared.row(gpus(GpuCounts.of("", 1))), 1)).containsExactly(7, 62, 1, 7, 4, 3, 0);
        assertThat(shared.rest(row, shared.row(new NodeResources(1, 2, GpuCounts.NONE, GresCounts.of("shard", 6))), 1))
                .as("shares of several GPUs")
                .containsExactly(7, 62, 1, 5, 4, 1, 0);
    }

    private static NodeResources shards(GresCounts node, long count) {
        return new NodeResources(1, 2, GpuCounts.NONE, node.onOneGpu(GresCounts.of("shard", count)));
    }

    @Test
    void isUsefulWhileACpuIsLeft() {
        assertThat(Resources.isUseful(new long[] {1, 0, 0})).isTrue();
        assertThat(Resources.isUseful(new long[] {0, 64, 6})).isFalse();
    }
}
