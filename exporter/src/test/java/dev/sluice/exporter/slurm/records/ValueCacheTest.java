package dev.sluice.exporter.slurm.records;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValueCacheTest {

    private final ValueCache<Integer, String> cache = new ValueCache<>(key -> "made of " + key);

    @Test
    void makesAValueOnce() {
        String first = cache.get(7);

        assertThat(first).isEqualTo("made of 7");
        assertThat(cache.get(7)).isSameAs(first);
        cache.nextAnswer();
        assertThat(cache.get(7)).isSameAs(first);
    }

    /**
     * Compares the cache with maps, after each response. If one response does not use a value, the value is new in the
     * response after the next response.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void forgetsWhatTheLastAnswerDidNotUse(long seed) {
        Random random = new Random(seed);
        Map<Integer, String> known = new HashMap<>();
        for (int answer = 0; answer < 30; answer++) {
            Set<Integer> used = new HashSet<>();
            int keys = random.nextInt(answer % 5 == 0 ? 20 : 2_000);
            for (int i = 0; i < keys; i++) {
                // The keys have hashes with the same low bits.
                int key = random.nextInt(3_000) << (random.nextBoolean() ? 0 : 16);
                String value = cache.get(key);
                assertThat(value).isSameAs(known.getOrDefault(key, value));
                known.put(key, value);
                used.add(key);
            }
            cache.nextAnswer();
            known.keySet().retainAll(used);
            assertThat(cache.size()).isEqualTo(known.size());
        }
    }
}
