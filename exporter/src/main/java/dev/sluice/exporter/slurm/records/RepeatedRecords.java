package dev.sluice.exporter.slurm.records;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Keeps the records of the last good response. If the next response repeats a record unchanged, the old instance is
 * used again. Therefore, memory contains one list and its changes during a poll, not two lists.
 *
 * @param <T> record of the model
 */
public final class RepeatedRecords<T> implements RecordKeeper<T> {

    private final TextCache texts = new TextCache();
    private final ToIntFunction<T> hash;
    private List<T> records = List.of();
    /** Hash table of list positions plus 1; 0 marks a free slot. */
    private int[] positions = new int[1];

    /**
     * Creates an empty keeper.
     *
     * @param hash hash of a record's identity
     */
    public RepeatedRecords(ToIntFunction<T> hash) {
        this.hash = hash;
    }

    @Override
    public TextCache texts() {
        return texts;
    }

    @Override
    public Collector<T> collector() {
        List<T> collected = new ArrayList<>(records.size());
        return new Collector<>() {
            @Override
            public void add(T record) {
                collected.add(reuse(record));
            }

            @Override
            public List<T> list() {
                return List.copyOf(collected);
            }
        };
    }

    /** Returns the equal record of the last response, or the given record if the last response has no equal record. */
    private T reuse(T record) {
        int mask = positions.length - 1;
        for (int slot = slot(record, mask); positions[slot] != 0; slot = (slot + 1) & mask) {
            T known = records.get(positions[slot] - 1);
            if (known.equals(record)) {
                return known;
            }
        }
        return record;
    }

    @Override
    public void replace(List<T> newest) {
        records = newest;
        int room = Integer.highestOneBit(Math.max(1, newest.size())) * 4;
        positions = new int[room];
        for (int i = 0; i < newest.size(); i++) {
            int slot = slot(newest.get(i), room - 1);
            while (positions[slot] != 0) {
                slot = (slot + 1) & (room - 1);
            }
            positions[slot] = i + 1;
        }
    }

    private int slot(T record, int mask) {
        int mixed = hash.applyAsInt(record) * 0x9E3779B9;
        return (mixed ^ (mixed >>> 15)) & mask;
    }
}
