package dev.sluice.exporter.derive.scaling.packing;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** What can be computed again, kept up to a weight; beyond it everything is forgotten, so that memory stays bounded. */
public final class BoundedCache<K, V> {

    private final Map<K, V> kept = new HashMap<>();
    private final long maxWeight;
    private final ToIntFunction<V> weigh;
    private long weight;

    public BoundedCache(long maxWeight, ToIntFunction<V> weigh) {
        this.maxWeight = maxWeight;
        this.weigh = weigh;
    }

    /** Of values that all weigh the same. */
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
