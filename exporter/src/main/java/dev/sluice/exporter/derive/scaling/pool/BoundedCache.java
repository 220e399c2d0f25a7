package dev.sluice.exporter.derive.scaling.pool;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * A cache of values that can be recomputed. If the entries exceed the maximum weight, drops all entries to limit the
 * memory use.
 */
public final class BoundedCache<K, V> {

    private final Map<K, V> kept = new HashMap<>();
    private final long maxWeight;
    private final ToIntFunction<V> weigh;
    private long weight;

    public BoundedCache(long maxWeight, ToIntFunction<V> weigh) {
        this.maxWeight = maxWeight;
        this.weigh = weigh;
    }

    /** Creates a cache whose values have equal weights. */
    public BoundedCache(long maxSize) {
        this(maxSize, unused -> 1);
    }

    public V get(K key, V otherwise) {
        return kept.getOrDefault(key, otherwise);
    }

    public V get(K key, Function<K, V> compute) {
        V known = kept.get(key);
        if (known != null) {
            return known;
        }
        V computed = compute.apply(key);
        put(key, computed);
        return computed;
    }

    public void put(K key, V value) {
        V before = kept.get(key);
        int more = weigh.applyAsInt(value) - (before == null ? 0 : weigh.applyAsInt(before));
        if (weight + more > maxWeight) {
            clear();
            more = weigh.applyAsInt(value);
        }
        kept.put(key, value);
        weight += more;
    }

    void clear() {
        kept.clear();
        weight = 0;
    }

    int size() {
        return kept.size();
    }
}
