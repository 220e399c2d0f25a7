package dev.sluice.exporter.derive.scaling.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Compares with a list of bins. */
class BinsTest {

    private static final int WIDTH = 3;

    private static final BitSet NONE = new BitSet();

    private final List<long[]> bins = new ArrayList<>();

    private static long[] bin(Random random, int most) {
        return random.longs(WIDTH, 0, most).toArray();
    }

    private int first(int from, long[] need, BitSet excluded) {
        for (int i = from; i < bins.size(); i++) {
            boolean fits = true;
            for (int resource = 0; resource < WIDTH; resource++) {
                fits &= bins.get(i)[resource] >= need[resource];
            }
            if (fits && !excluded.get(i)) {
                return i;
            }
        }
        return -1;
    }

    private void assertIsAsTheList(Bins tested, Random random) {
        assertThat(IntStream.range(0, tested.size()).mapToObj(tested::get).toArray(long[][]::new))
                .isDeepEqualTo(bins.toArray(long[][]::new));
        for (int i = 0; i < 20; i++) {
            long[] need = bin(random, 9);
            BitSet excluded = BitSet.valueOf(random.longs(random.nextInt(5)).toArray());
            int from = random.nextInt(bins.size() + 2);
            assertThat(tested.first(from, need, excluded)).isEqualTo(first(from, need, excluded));
            assertThat(tested.first(from, need, NONE)).isEqualTo(first(from, need, NONE));
        }
    }

    private void change(Bins tested, Random random) {
        for (int i = random.nextInt(8); i >= 0; i--) {
            if (bins.isEmpty() || random.nextInt(3) == 0) {
                long[] added = bin(random, 10);
                int count = random.nextInt(random.nextInt(6) == 0 ? 100 : 6);
                tested.add(added, count);
                for (int j = 0; j < count; j++) {
                    bins.add(added);
                }
            } else {
                int index = random.nextInt(bins.size());
                long[] changed = bin(random, 10);
                tested.set(index, changed);
                bins.set(index, changed);
            }
        }
    }

    @Test
    void findsTheFirstBinThatFitsAlsoAfterTrials() {
        for (long seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            bins.clear();
            Trial trial = new Trial();
            Bins tested = new Bins(List.of(), 0, trial);
            for (int turn = 0; turn < 12; turn++) {
                change(tested, random);
                assertIsAsTheList(tested, random);
                List<long[]> before = List.copyOf(bins);
                trial.begin();
                change(tested, random);
                assertIsAsTheList(tested, random);
                boolean kept = random.nextBoolean();
                trial.end(kept);
                if (!kept) {
                    bins.clear();
                    bins.addAll(before);
                }
                assertIsAsTheList(tested, random);
            }
        }
    }

    @Test
    void ignoresBinsBeyondTheMaximum() {
        Bins tested = new Bins(List.of(), 10, new Trial());
        tested.add(new long[] {0}, 10);
        tested.add(new long[] {1}, 65_000);
        tested.add(new long[] {2}, 535);
        assertThat(tested.size()).isEqualTo(65_545);

        tested.add(new long[] {3}, 2);
        assertThat(tested.size()).isEqualTo(65_546);
        tested.add(new long[] {4}, Long.MAX_VALUE);
        assertThat(tested.size()).isEqualTo(65_546);
        assertThat(tested.first(0, new long[] {3}, NONE)).isEqualTo(65_545);
        assertThat(tested.first(0, new long[] {4}, NONE)).isEqualTo(-1);
    }
}
