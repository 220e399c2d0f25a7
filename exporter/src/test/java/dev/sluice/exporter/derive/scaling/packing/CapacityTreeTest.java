package dev.sluice.exporter.derive.scaling.packing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Compares the tree with a list of bins that is searched from its start. */
class CapacityTreeTest {

    private static final int WIDTH = 3;

    private static final long[] NONE = {};

    private final List<long[]> bins = new ArrayList<>();

    private static long[] bin(Random random, int most) {
        return random.longs(WIDTH, 0, most).toArray();
    }

    private int first(int from, long[] need, long[] excluded) {
        for (int i = from; i < bins.size(); i++) {
            boolean skipped = i / Long.SIZE < excluded.length && (excluded[i / Long.SIZE] >>> i % Long.SIZE) % 2 != 0;
            boolean fits = true;
            for (int resource = 0; resource < WIDTH; resource++) {
                fits &= bins.get(i)[resource] >= need[resource];
            }
            if (fits && !skipped) {
                return i;
            }
        }
        return -1;
    }

    private void assertIsAsTheList(CapacityTree tree, Random random) {
        assertThat(IntStream.range(0, tree.size()).mapToObj(tree::get).toArray(long[][]::new))
                .isDeepEqualTo(bins.toArray(long[][]::new));
        for (int i = 0; i < 20; i++) {
            long[] need = bin(random, 9);
            long[] excluded = random.longs(random.nextInt(5)).toArray();
            int from = random.nextInt(bins.size() + 2);
            assertThat(tree.first(from, need, excluded)).isEqualTo(first(from, need, excluded));
            assertThat(tree.first(from, need, NONE)).isEqualTo(first(from, need, NONE));
        }
    }

    private void change(CapacityTree tree, Random random) {
        for (int i = random.nextInt(8); i >= 0; i--) {
            if (bins.isEmpty() || random.nextInt(3) == 0) {
                long[] added = bin(random, 10);
                int count = random.nextInt(random.nextInt(6) == 0 ? 100 : 6);
                tree.add(added, count);
                for (int j = 0; j < count; j++) {
                    bins.add(added);
                }
            } else {
                int index = random.nextInt(bins.size());
                long[] changed = bin(random, 10);
                tree.set(index, changed);
                bins.set(index, changed);
            }
        }
    }

    @Test
    void findsTheFirstBinThatFitsAlsoAfterTrials() {
        for (long seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            bins.clear();
            CapacityTree tree = new CapacityTree(WIDTH, 0);
            for (int turn = 0; turn < 12; turn++) {
                change(tree, random);
                assertIsAsTheList(tree, random);
                List<long[]> before = List.copyOf(bins);
                tree.record();
                change(tree, random);
                assertIsAsTheList(tree, random);
                if (random.nextBoolean()) {
                    tree.keep();
                } else {
                    tree.undo();
                    bins.clear();
                    bins.addAll(before);
                }
                assertIsAsTheList(tree, random);
            }
        }
    }

    @Test
    void ignoresBinsBeyondTheMaximum() {
        CapacityTree tree = new CapacityTree(1, 10);
        tree.add(new long[] {0}, 10);
        tree.add(new long[] {1}, 65_000);
        tree.add(new long[] {2}, 535);
        assertThat(tree.size()).isEqualTo(65_545);

        tree.add(new long[] {3}, 2);
        assertThat(tree.size()).isEqualTo(65_546);
        tree.add(new long[] {4}, Long.MAX_VALUE);
        assertThat(tree.size()).isEqualTo(65_546);
        assertThat(tree.first(0, new long[] {3}, NONE)).isEqualTo(65_545);
        assertThat(tree.first(0, new long[] {4}, NONE)).isEqualTo(-1);
    }
}
