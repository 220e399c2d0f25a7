package dev.sluice.exporter.slurm.records;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Collects the records of a response without duplicates.
 *
 * @param <T> record of the model
 */
public final class DistinctRecords<T> {

    private static final int MIN_ROOM = 64;

    private final RecordKeeper<T> keeper;
    private final Function<T, Object> key;
    private final RecordKeeper.Collector<T> collector;
    /**
     * Hashes of the records' keys. Duplicates are rare, even among a hundred thousand jobs. Therefore, the hashes are
     * compared first. A set of keys is built only if two hashes are equal.
     */
    private int[] hashes = new int[MIN_ROOM];

    private int size;

    /**
     * Creates an empty collection.
     *
     * @param key identifies a record
     */
    public DistinctRecords(RecordKeeper<T> keeper, Function<T, Object> key) {
        this.keeper = keeper;
        this.key = key;
        this.collector = keeper.collector();
    }

    public void add(T record) {
        collector.add(record);
        if (size == hashes.length) {
            hashes = Arrays.copyOf(hashes, size + size / 2);
        }
        hashes[size++] = key.apply(record).hashCode();
    }

    /** Returns the number of added records. */
    public int size() {
        return size;
    }

    /** Returns the first record of each key, in order. */
    public List<T> list() {
        Arrays.sort(hashes, 0, size);
        List<T> records = collector.list();
        for (int i = 1; i < size; i++) {
            if (hashes[i] == hashes[i - 1]) {
                return withoutSecond(records);
            }
        }
        return records;
    }

    private List<T> withoutSecond(List<T> records) {
        Set<Object> seen = new HashSet<>();
        RecordKeeper.Collector<T> distinct = keeper.collector();
        for (T made : records) {
            if (seen.add(key.apply(made))) {
                distinct.add(made);
            }
        }
        return distinct.list();
    }
}
