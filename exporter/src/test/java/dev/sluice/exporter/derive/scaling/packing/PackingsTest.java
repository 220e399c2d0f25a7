package dev.sluice.exporter.derive.scaling.packing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.need.NodeNeed;
import dev.sluice.exporter.derive.scaling.packing.Packing.Sizing;
import dev.sluice.exporter.derive.scaling.packing.Packings.Tenant;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests packings of one busy node with 4 free CPUs, and jobs of one CPU. */
class PackingsTest {

    private static final NodeResources FOUR_CPUS = new NodeResources(4, 0, GpuCounts.NONE);

    private static final Sizing ONE_CPU =
            new Sizing(new NodeNeed(1, 1, false, false, new NodeResources(1, 0, GpuCounts.NONE)), 0);

    private static final List<Member> MEMBERS = TestNodes.members(Condition.BUSY);

    private final PendingNodes pending =
            new PendingNodes(TestNodes.index(MEMBERS).pool(0), TestNodes.busy(MEMBERS), new BitSet(), 1);

    private final Packings packings = new Packings(tenant -> packing());

    private Packing packing() {
        return new Packing(List.of(FOUR_CPUS), List.of(FOUR_CPUS), List.of(NodeResources.NONE), pending, 10);
    }

    private long place(String user, long jobs) {
        return packings.of(new Tenant(user, ""))
                .place(ONE_CPU, List.of(), jobs, 0, new BitSet())
                .tasks();
    }

    @Test
    void hasAtMost32Tenants() {
        for (int i = 0; i < 32; i++) {
            assertThat(packings.has(new Tenant("user" + i, ""))).isTrue();
            assertThat(packings.of(new Tenant("user" + i, ""))).isSameAs(packings.of(new Tenant("user" + i, "")));
        }

        assertThat(packings.has(Tenant.ANY)).isFalse();
        assertThat(packings.has(new Tenant("user31", ""))).isTrue();
    }

    @Test
    void undoesATrialForAllTenants() {
        place("ada", 1);

        pending.trial().begin();
        assertThat(place("ada", 1)).isEqualTo(1);
        assertThat(place("ben", 1)).isEqualTo(1);
        pending.trial().end(false);
        assertThat(place("ada", 9)).isEqualTo(3);
        assertThat(place("ben", 9)).isEqualTo(4);
    }
}
