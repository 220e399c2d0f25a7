package dev.sluice.exporter.derive.scaling.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BoundedCacheTest {

    @Test
    void computesOnceWhatItKeeps() {
        BoundedCache<String, String> cache = new BoundedCache<>(2);
        AtomicInteger computed = new AtomicInteger();

        for (int i = 0; i < 3; i++) {
            assertThat(cache.get("a", key -> key + computed.incrementAndGet())).isEqualTo("a1");
        }
        assertThat(cache.get("b", "otherwise")).isEqualTo("otherwise");
    }

    @Test
    void neverKeepsMoreThanItsWeight() {
        BoundedCache<Integer, String> cache = new BoundedCache<>(10, String::length);
        for (int i = 0; i < 1_000; i++) {
            cache.put(i, "four");
            assertThat(cache.size()).isBetween(1, 2);
            assertThat(cache.get(i, "")).isEqualTo("four");
        }
    }

    @Test
    void hasRoomAgainAfterAllEntriesAreDropped() {
        BoundedCache<Integer, String> cache = new BoundedCache<>(10, String::length);
        for (int i = 0; i < 4; i++) {
            cache.put(i, "four");
        }

        assertThat(cache.size()).isEqualTo(2);
        assertThat(cache.get(2, "")).isEqualTo("four");
        cache.clear();
        cache.put(4, "four");
        cache.put(5, "four");
        assertThat(cache.size()).isEqualTo(2);
    }

    @Test
    void countsValuesOfEqualWeight() {
        BoundedCache<Integer, String> cache = new BoundedCache<>(2);
        for (int i = 0; i < 3; i++) {
            cache.put(i, "value");
        }

        assertThat(cache.size()).isEqualTo(1);
    }

    @Test
    void weighsWhatTakesAnothersPlaceInsteadOfIt() {
        BoundedCache<String, String> cache = new BoundedCache<>(10, String::length);
        cache.put("other", "four");
        for (int i = 0; i < 100; i++) {
            cache.put("same", "five");
        }

        assertThat(cache.get("other", "")).isEqualTo("four");
    }
}
