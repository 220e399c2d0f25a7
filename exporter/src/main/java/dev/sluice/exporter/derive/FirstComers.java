package dev.sluice.exporter.derive;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Keeps the first keys up to a limit; groups all other keys under one key. Counters need this order: a counter must
 * keep its key.
 */
public final class FirstComers<K> {

    private final int max;
    private final Set<K> named;
    private final Set<K> folded = new HashSet<>();

    /**
     * @param kept keys that are kept already, even if these keys exceed the limit
     */
    public FirstComers(int max, Collection<K> kept) {
        this.max = max;
        this.named = new HashSet<>(kept);
    }

    /** Returns the key, or the shared key if the key is over the limit. */
    public K named(K key, K folding) {
        if (named.contains(key)) {
            return key;
        }
        if (named.size() < max) {
            named.add(key);
            return key;
        }
        folded.add(key);
        return folding;
    }

    /** Returns the number of keys over the limit. */
    public int folded() {
        return folded.size();
    }
}
