package dev.sluice.exporter.slurm;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Values that many records of an answer have in common, each made once. The next answer gets the same instances, so
 * that a steady cluster makes no new ones; what an answer does not use is forgotten with the start of the next.
 *
 * @param <K> what a value is made from
 * @param <V> the value, immutable
 */
final class Memo<K, V> {

    private final Map<K, Entry<V>> entries = new HashMap<>();
    private final Function<K, V> make;
    private int answer;

    private static final class Entry<V> {
        private final V value;
        private int usedIn;

        private Entry(V value) {
            this.value = value;
        }
    }

    Memo(Function<K, V> make) {
        this.make = make;
    }

    /** The value made from {@code key}. */
    V get(K key) {
        Entry<V> entry = entries.get(key);
        if (entry == null) {
            entry = new Entry<>(make.apply(key));
            entries.put(key, entry);
        }
        entry.usedIn = answer;
        return entry.value;
    }

    /** Starts the next answer. */
    void nextAnswer() {
        entries.values().removeIf(entry -> entry.usedIn != answer);
        answer++;
    }

    void clear() {
        entries.clear();
    }

    int size() {
        return entries.size();
    }
}
