package dev.sluice.exporter.derive;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Keeps the first keys up to a limit; groups all other keys under one key. Counters need this order: a counter must
 * keep its key.
 */
public final class FirstComers<K> {

    /** Maximum number of keys over the limit that are counted. */
    private static final int MAX_COUNTED = 10_000;

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
        if (folded.size() < MAX_COUNTED) {
            folded.add(key);
        }
        return folding;
    }

    /** Starts to count the keys over the limit again. */
    public void forgetFolded() {
        folded.clear();
    }

    public int folded() {
        return folded.size();
    }
}
