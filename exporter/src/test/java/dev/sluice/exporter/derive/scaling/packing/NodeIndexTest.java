package dev.sluice.exporter.derive.scaling.packing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.MemberBuilder;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.Hostlist;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
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

    private static void assertIsAs(NodeBits list, Set<String> names, NodeIndex index, List<Pool> pools, String text) {
        Set<String> found = new TreeSet<>();
        Set<String> expected = new TreeSet<>();
        for (int p = 0; p < pools.size(); p++) {
            NodeIndex.PoolNodes nodes = index.pool(p);
            long[] bits = list.of(nodes.firstWord(), nodes.words());
            for (int i = 0; i < nodes.members().size(); i++) {
                String name = nodes.members().get(i).node();
                if ((bits[i / NodeIndex.WORD] & 1L << i) != 0) {
                    found.add(name);
                }
                if (names.contains(name)) {
                    expected.add(name);
                }
            }
        }
        assertThat(found).as(text).isEqualTo(expected);
        assertThat(list.names()).as(text).isEqualTo(expected.size());
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
        return List.of(pool("a", different.subList(0, half)), pool("b", different.subList(half, different.size())));
    }

    private static Pool pool(String name, List<String> nodes) {
        List<Member> members = new ArrayList<>();
        for (String node : nodes) {
            members.add(MemberBuilder.member(node, Member.Condition.IDLE)
                    .ordinal(members.size())
                    .build());
        }
        return new Pool(
                new PoolName("alpha", "slurm", name, "NodeSet", "slinky.slurm.net/v1beta1"),
                Set.of(name),
                List.of(),
                0,
                9,
                0,
                members,
                Optional.empty(),
                0,
                Pool.Removal.IDLE_FIRST);
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
