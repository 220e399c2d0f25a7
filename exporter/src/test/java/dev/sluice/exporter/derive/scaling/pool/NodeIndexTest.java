package dev.sluice.exporter.derive.scaling.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.pool.NodeIndex.NodeList;
import dev.sluice.exporter.model.Hostlist;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests that a list of nodes as bits equals the list of the nodes' names. */
class NodeIndexTest {

    private static final List<String> NAMES = List.of("n", "n0", "n00", "n1", "rack1-n", "rack1-n0", "", "0", "n-ib");

    private static final List<String> HEADS = List.of("n", "n", "n0", "n1", "rack1-n", "rack[1-2]-n", "", "x", "n-");

    @Test
    void namesTheNodesThatItsNamesName() {
        for (long seed = 0; seed < 3_000; seed++) {
            Random random = new Random(seed);
            List<Pool> pools = pools(random);
            NodeIndex index = new NodeIndex(pools);
            for (int i = 0; i < 5; i++) {
                String text = list(random);
                Set<String> names = new HashSet<>(Hostlist.names(text));
                assertIsAs(index.list(text), names, index, pools, text);
            }
        }
    }

    @Test
    void namesEachOfAThousandNodes() {
        List<String> names = IntStream.range(0, 1_000).mapToObj(i -> "n" + i).toList();
        NodeIndex index = TestNodes.index(TestNodes.idle(names));

        NodeList all = index.list("n[0-999]");
        assertThat(all.nodes().cardinality()).isEqualTo(1_000);
        assertThat(all.complete()).isTrue();
        assertThat(index.list("n[0-1000]").complete()).isFalse();
    }

    /** A range of 10^15 names is compared with the names of the nodes. */
    @Test
    void readsALongRangeOfNamesThatNoNodeHas() {
        NodeIndex index = TestNodes.index(TestNodes.idle(List.of("n1-ib", "n12-ib", "n999-ib")));

        NodeList list = index.list("n[10-999999999999999]-ib");
        assertThat(list.nodes().cardinality()).isEqualTo(2);
        assertThat(list.complete()).isFalse();
    }

    @Test
    void countsTheNodesOfOnePool() {
        List<String> names = IntStream.range(0, 200).mapToObj(i -> "n" + i).toList();
        NodeIndex index = new NodeIndex(List.of(
                TestNodes.pool("a", TestNodes.idle(names.subList(0, 70))),
                TestNodes.pool("b", TestNodes.idle(names.subList(70, 140))),
                TestNodes.pool("c", TestNodes.idle(names.subList(140, 200)))));
        NodeList list = index.list("n[60-150]");

        assertThat(IntStream.range(0, 3).map(pool -> index.pool(pool).of(list).cardinality()))
                .containsExactly(10, 70, 11);
        assertThat(IntStream.range(0, 3).mapToObj(pool -> index.pool(pool).hasAny(index.list("n[140-150]"))))
                .containsExactly(false, false, true);
    }

    private static void assertIsAs(NodeList list, Set<String> names, NodeIndex index, List<Pool> pools, String text) {
        Set<String> found = new TreeSet<>();
        Set<String> expected = new TreeSet<>();
        for (int p = 0; p < pools.size(); p++) {
            NodeIndex.PoolNodes nodes = index.pool(p);
            BitSet bits = nodes.of(list);
            for (int i = 0; i < nodes.members().size(); i++) {
                String name = nodes.members().get(i).node();
                if (bits.get(i)) {
                    found.add(name);
                }
                if (names.contains(name)) {
                    expected.add(name);
                }
            }
        }
        assertThat(found).as(text).isEqualTo(expected);
        assertThat(list.nodes().cardinality()).as(text).isEqualTo(expected.size());
        assertThat(list.complete()).as(text).isEqualTo(expected.containsAll(names));
    }

    private static List<Pool> pools(Random random) {
        List<String> names = new ArrayList<>();
        for (String head : NAMES) {
            for (int i = random.nextInt(20); i >= 0; i--) {
                names.add(head + random.nextInt(120));
            }
        }
        List<String> different = new ArrayList<>(new TreeSet<>(names));
        int half = different.size() / 2;
        return List.of(
                TestNodes.pool("a", TestNodes.idle(different.subList(0, half))),
                TestNodes.pool("b", TestNodes.idle(different.subList(half, different.size()))));
    }

    private static String list(Random random) {
        List<String> parts = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            int first = random.nextInt(30);
            int last = first + random.nextInt(random.nextInt(4) == 0 ? 2_000 : 12);
            String head = HEADS.get(random.nextInt(HEADS.size()));
            String from = random.nextInt(3) == 0 ? "0" + first : Integer.toString(first);
            parts.add(
                    switch (random.nextInt(4)) {
                        case 0 -> head + from;
                        case 1 -> head + "[" + from + "-" + last + "]-ib";
                        case 2 -> head + "[" + from + "-" + last + "," + (last + 3) + "]";
                        default -> head + "[" + from + "-" + last + "]";
                    });
        }
        return String.join(",", parts);
    }
}
