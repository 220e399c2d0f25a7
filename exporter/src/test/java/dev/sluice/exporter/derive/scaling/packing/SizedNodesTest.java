package dev.sluice.exporter.derive.scaling.packing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.packing.SizedNodes.Sized;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests four empty nodes: 0 with 16 CPUs, 1 and 2 with 8, 65 with 4. */
class SizedNodesTest {

    private static final BitSet NONE = new BitSet();

    private final List<Member> members =
            TestNodes.members(Collections.nCopies(70, Condition.IDLE).toArray(Condition[]::new));

    private final PendingNodes pending =
            new PendingNodes(TestNodes.index(members).pool(0), new BitSet(), TestNodes.bits(0, 1, 2, 65), 70);

    private final SizedNodes nodes =
            new SizedNodes(List.of(sized(0, 16), sized(2, 8), sized(1, 8), sized(65, 4)), pending);

    private static Sized sized(int index, long cpus) {
        return new Sized(index, new long[] {cpus});
    }

    private List<Integer> fitting(long cpus, long most, BitSet excluded) {
        return nodes.fitting(new long[] {cpus}, most, excluded).stream()
                .map(Sized::index)
                .toList();
    }

    @Test
    void findsTheSmallestNodesFirst() {
        assertThat(fitting(4, 9, NONE)).containsExactly(65, 1, 2, 0);
        assertThat(fitting(5, 2, NONE)).containsExactly(1, 2);
        assertThat(fitting(17, 9, NONE)).isEmpty();
        assertThat(fitting(1, 0, NONE)).isEmpty();
    }

    @Test
    void skipsUsedAndExcludedNodes() {
        nodes.open(sized(1, 8));

        assertThat(fitting(1, 9, NONE)).containsExactly(65, 2, 0);
        assertThat(fitting(1, 9, TestNodes.bits(2, 65))).containsExactly(0);
        assertThat(fitting(1, 9, TestNodes.bits(0))).containsExactly(65, 2);
    }
}
