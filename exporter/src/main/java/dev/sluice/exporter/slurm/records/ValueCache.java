package dev.sluice.exporter.slurm.records;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Caches values that many records of a response share. Each value is created once. The next response gets the same
 * instances, so an unchanged cluster needs no new instances. A value that a response does not use is dropped when the
 * next response starts. The cache is an open-addressing table: the entries of a map would double the number of objects,
 * and a full garbage collection visits every object.
 *
 * @param <K> key from which a value is created
 * @param <V> the value, immutable
 */
public final class ValueCache<K, V> {

    private static final int MIN_SLOTS = 16;

    private final Function<K, V> make;

    /** Pairs {@code K, V} at the key's hash; at most half of the slots are in use. */
    private @Nullable Object[] slots = new Object[2 * MIN_SLOTS];

    private boolean[] used = new boolean[MIN_SLOTS];
    private int size;

    public ValueCache(Function<K, V> make) {
        this.make = make;
    }

    /** Returns the value created from {@code key}. */
    public V get(K key) {
        int slot = slot(key);
        if (slots[2 * slot] == null) {
            V made = make.apply(key);
            if (size * 2 >= used.length) {
                rehash(used.length * 2, true);
            }
            slot = slot(key);
            slots[2 * slot] = key;
            slots[2 * slot + 1] = made;
            size++;
        }
        used[slot] = true;
        @SuppressWarnings("unchecked")
        V value = (V) slots[2 * slot + 1];
        return value;
    }

    /** Starts the next response. */
    public void nextAnswer() {
        int kept = 0;
        for (boolean one : used) {
            kept += one ? 1 : 0;
        }
        int room = used.length;
        while (room > MIN_SLOTS && kept * 4 < room) {
            room /= 2;
        }
        if (kept < size) {
            rehash(room, false);
        }
        used = new boolean[used.length];
    }

    /** Moves all values, or only those that this response uses, to a table with the given number of slots. */
    private void rehash(int room, boolean all) {
        @Nullable Object[] before = slots;
        boolean[] usedBefore = used;
        slots = new Object[2 * room];
        used = new boolean[room];
        size = 0;
        for (int from = 0; from < usedBefore.length; from++) {
            Object key = before[2 * from];
            if (key != null && (all || usedBefore[from])) {
                int slot = slot(key);
                slots[2 * slot] = key;
                slots[2 * slot + 1] = before[2 * from + 1];
                used[slot] = usedBefore[from];
                size++;
            }
        }
    }

    /** Returns the slot of the key, or the free slot for a new key. */
    private int slot(Object key) {
        int mask = used.length - 1;
        int hash = key.hashCode() * 0x9E3779B9;
        int slot = (hash ^ (hash >>> 15)) & mask;
        for (Object held = slots[2 * slot]; held != null && !held.equals(key); held = slots[2 * slot]) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    public void clear() {
        slots = new Object[2 * MIN_SLOTS];
        used = new boolean[MIN_SLOTS];
        size = 0;
    }

    public int size() {
        return size;
    }
}
