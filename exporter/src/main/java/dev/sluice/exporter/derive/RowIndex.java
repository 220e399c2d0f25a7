package dev.sluice.exporter.derive;

import java.util.function.IntToLongFunction;

/**
 * Finds the row of an ID in a table of numbers, with an open-addressing hash table. A {@code HashMap} would need 60 more
 * bytes for each of up to 100,000 jobs, and every full garbage collection would visit its objects.
 */
public final class RowIndex {

    private static final int MIN_SLOTS = 128;

    private final IntToLongFunction ids;

    /**
     * Row numbers plus 1, by hash of the ID; 0 is a free slot. The number of slots is a power of two, and at most half
     * of the slots are in use.
     */
    private int[] slots = new int[MIN_SLOTS];

    private int rows;

    /**
     * @param ids returns the ID of a row
     */
    public RowIndex(IntToLongFunction ids) {
        this.ids = ids;
    }

    /** Returns the row of an ID; negative if no row has the ID. */
    public int row(long id) {
        return slots[slot(id)] - 1;
    }

    /** Adds the next row, whose ID no other row has. */
    public void add(long id) {
        rows++;
        if (2 * rows > slots.length) {
            index(rows);
        } else {
            slots[slot(id)] = rows;
        }
    }

    /** Replaces all rows. */
    public void index(int newRows) {
        rows = newRows;
        slots = new int[Math.max(MIN_SLOTS, 4 * Integer.highestOneBit(rows))];
        for (int row = 0; row < rows; row++) {
            slots[slot(ids.applyAsLong(row))] = row + 1;
        }
    }

    /** Returns the slot of an ID, or the free slot for the ID. */
    private int slot(long id) {
        int mask = slots.length - 1;
        int slot = (int) ((id * 0x9E3779B97F4A7C15L) >>> 32) & mask;
        while (slots[slot] != 0 && ids.applyAsLong(slots[slot] - 1) != id) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }
}
