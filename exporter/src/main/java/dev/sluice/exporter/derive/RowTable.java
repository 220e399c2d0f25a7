package dev.sluice.exporter.derive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Rows of numbers and references, by ID. With one object per row, every full garbage collection would visit the objects
 * of up to 100,000 jobs. The rows are stored in chunks, because a growing array would for a moment exist twice.
 */
public final class RowTable {

    private static final int CHUNK_ROWS = 1_024;
    private static final int MIN_SLOTS = 128;

    private final int longs;
    private final int ints;
    private final int values;
    private final List<Chunk> chunks = new ArrayList<>();
    private int size;

    /**
     * Row numbers plus 1, by hash of the ID; 0 is a free slot. The number of slots is a power of two, and at most half
     * of the slots are in use.
     */
    private int[] slots = new int[MIN_SLOTS];

    /** {@value #CHUNK_ROWS} rows. */
    private static final class Chunk {

        private final long[] ids = new long[CHUNK_ROWS];
        private final long[] longs;
        private final int[] ints;
        private final Object[] values;

        Chunk(int longs, int ints, int values) {
            this.longs = new long[CHUNK_ROWS * longs];
            this.ints = new int[CHUNK_ROWS * ints];
            this.values = new Object[CHUNK_ROWS * values];
        }
    }

    /**
     * Creates an empty table.
     *
     * @param values number of references per row
     */
    public RowTable(int longs, int ints, int values) {
        this.longs = longs;
        this.ints = ints;
        this.values = values;
    }

    public int size() {
        return size;
    }

    /** Returns the row of an ID; negative if no row has the ID. */
    public int row(long id) {
        return slots[slot(id)] - 1;
    }

    /** Adds a row for an ID that no row has, and returns the row. All references of the row must be set before use. */
    public int add(long id) {
        int row = size;
        if (row % CHUNK_ROWS == 0) {
            chunks.add(new Chunk(longs, ints, values));
        }
        chunk(row).ids[row % CHUNK_ROWS] = id;
        size++;
        if (2 * size > slots.length) {
            index();
        } else {
            slots[slot(id)] = size;
        }
        return row;
    }

    public long id(int row) {
        return chunk(row).ids[row % CHUNK_ROWS];
    }

    public long getLong(int row, int column) {
        return chunk(row).longs[row % CHUNK_ROWS * longs + column];
    }

    public void setLong(int row, int column, long value) {
        chunk(row).longs[row % CHUNK_ROWS * longs + column] = value;
    }

    public int getInt(int row, int column) {
        return chunk(row).ints[row % CHUNK_ROWS * ints + column];
    }

    public void setInt(int row, int column, int value) {
        chunk(row).ints[row % CHUNK_ROWS * ints + column] = value;
    }

    public Object getValue(int row, int column) {
        return chunk(row).values[row % CHUNK_ROWS * values + column];
    }

    public void setValue(int row, int column, Object value) {
        chunk(row).values[row % CHUNK_ROWS * values + column] = value;
    }

    /** Removes rows. The other rows keep their order, but not their numbers. */
    public void removeIf(IntPredicate removed) {
        int kept = 0;
        for (int row = 0; row < size; row++) {
            if (!removed.test(row)) {
                copy(row, kept);
                kept++;
            }
        }
        if (kept == size) {
            return;
        }
        size = kept;
        chunks.subList((size + CHUNK_ROWS - 1) / CHUNK_ROWS, chunks.size()).clear();
        int used = size % CHUNK_ROWS;
        if (used > 0) {
            Object[] references = chunk(size).values;
            Arrays.fill(references, used * values, references.length, null);
        }
        index();
    }

    private void copy(int from, int to) {
        if (from == to) {
            return;
        }
        Chunk source = chunk(from);
        Chunk target = chunk(to);
        int read = from % CHUNK_ROWS;
        int write = to % CHUNK_ROWS;
        target.ids[write] = source.ids[read];
        System.arraycopy(source.longs, read * longs, target.longs, write * longs, longs);
        System.arraycopy(source.ints, read * ints, target.ints, write * ints, ints);
        System.arraycopy(source.values, read * values, target.values, write * values, values);
    }

    private Chunk chunk(int row) {
        return chunks.get(row / CHUNK_ROWS);
    }

    private void index() {
        slots = new int[Math.max(MIN_SLOTS, 4 * Integer.highestOneBit(size))];
        for (int row = 0; row < size; row++) {
            slots[slot(id(row))] = row + 1;
        }
    }

    /** Returns the slot of an ID, or the free slot for the ID. */
    private int slot(long id) {
        int mask = slots.length - 1;
        int slot = (int) ((id * 0x9E3779B97F4A7C15L) >>> 32) & mask;
        while (slots[slot] != 0 && id(slots[slot] - 1) != id) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }
}
