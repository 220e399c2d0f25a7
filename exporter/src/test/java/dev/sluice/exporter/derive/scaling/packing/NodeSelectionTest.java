package dev.sluice.exporter.derive.scaling.packing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Compares a selection with a set of node numbers. The pool has the words 2 to 8 of all pools. */
class NodeSelectionTest {

    private static final int FIRST_WORD = 2;
    private static final int WORDS = 7;
    private static final int FIRST = FIRST_WORD * Long.SIZE;

    private final List<Integer> added = new ArrayList<>();

    private static BitSet some(Random random, int words) {
        return BitSet.valueOf(
                random.longs(words).map(word -> word & random.nextLong()).toArray());
    }

    private static long[] words(BitSet nodes) {
        long[] words = new long[WORDS];
        long[] used = nodes.toLongArray();
        System.arraycopy(used, 0, words, 0, used.length);
        return words;
    }

    private static NodeBits list(BitSet numbers) {
        long[] all = numbers.toLongArray();
        int[] at = numbers.stream().map(number -> number / Long.SIZE).distinct().toArray();
        long[] words = new long[at.length];
        for (int i = 0; i < at.length; i++) {
            words[i] = all[at[i]];
        }
        return new NodeBits(at, words, numbers.cardinality(), true);
    }

    /** Returns the nodes of the pool in a list, as indexes in the pool. */
    private static BitSet inPool(BitSet numbers) {
        return numbers.get(FIRST, FIRST + WORDS * Long.SIZE);
    }

    private static BitSet first(BitSet nodes, long count) {
        BitSet first = new BitSet();
        nodes.stream().limit(count).forEach(first::set);
        return first;
    }

    private void change(NodeSelection selection, BitSet selectable, BitSet selected, Random random) {
        BitSet list = some(random, FIRST_WORD + WORDS + 2);
        BitSet missing = inPool(list);
        missing.and(selectable);
        missing.andNot(selected);
        assertThat(selection.missing(list(list))).isEqualTo(missing.cardinality());
        added.clear();
        switch (random.nextInt(3)) {
            case 0 -> {
                selection.add(list(list), added::add);
                assertThat(added)
                        .containsExactlyElementsOf(missing.stream().boxed().toList());
                selected.or(missing);
            }
            case 1 -> {
                BitSet among = some(random, WORDS);
                long count = random.nextInt(random.nextBoolean() ? 3 : 200);
                missing.and(among);
                BitSet expected = first(missing, count);
                assertThat(selection.addFirst(list(list), count, words(among), added::add))
                        .isEqualTo(expected.cardinality());
                assertThat(added)
                        .containsExactlyElementsOf(expected.stream().boxed().toList());
                selected.or(expected);
            }
            default ->
                selectable.stream()
                        .filter(node -> !selected.get(node))
                        .findFirst()
                        .ifPresent(node -> {
                            selection.add(node);
                            selected.set(node);
                        });
        }
    }

    private static void assertHas(NodeSelection selection, BitSet selected) {
        assertThat(selection.size()).isEqualTo(selected.cardinality());
        assertThat(IntStream.range(0, WORDS * Long.SIZE).filter(selection::has).toArray())
                .containsExactly(selected.stream().toArray());
    }

    @Test
    void hasTheNodesThatWereAddedAndNotUndone() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            BitSet selectable = some(random, WORDS);
            NodeSelection selection = new NodeSelection(FIRST_WORD, words(selectable));
            BitSet selected = new BitSet();
            for (int trial = 0; trial < 4; trial++) {
                change(selection, selectable, selected, random);
                BitSet before = (BitSet) selected.clone();
                selection.record();
                for (int i = random.nextInt(4); i > 0; i--) {
                    change(selection, selectable, selected, random);
                }
                if (random.nextBoolean()) {
                    selection.keep();
                } else {
                    selection.undo();
                    selected = before;
                }
                assertHas(selection, selected);
            }
        }
    }
}
