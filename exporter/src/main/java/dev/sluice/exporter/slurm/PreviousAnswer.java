package dev.sluice.exporter.slurm;

import java.util.List;
import java.util.function.ToIntFunction;

/**
 * The last good answer of a list request. A record that the next answer repeats unchanged stays the same instance:
 * during a poll memory holds one list and what has changed, not two lists.
 *
 * @param <T> record of the model
 */
final class PreviousAnswer<T> {

    private final ToIntFunction<T> hash;
    private SymbolTable symbols = new SymbolTable();
    private List<T> records = List.of();
    /** Positions in the list plus 1, at the records' hashes; 0 is free. */
    private int[] positions = new int[1];

    /**
     * Nothing yet.
     *
     * @param hash a hash of what identifies a record
     */
    PreviousAnswer(ToIntFunction<T> hash) {
        this.hash = hash;
    }

    /** Texts that records have in common. */
    SymbolTable symbols() {
        return symbols;
    }

    /** The newest answer has failed: its texts are not kept for the next. */
    void forgetTexts() {
        symbols = new SymbolTable();
    }

    int size() {
        return records.size();
    }

    /** The equal record of the last answer; where it has none, the record itself. */
    T reuse(T record) {
        int mask = positions.length - 1;
        for (int slot = slot(record, mask); positions[slot] != 0; slot = (slot + 1) & mask) {
            T known = records.get(positions[slot] - 1);
            if (known.equals(record)) {
                return known;
            }
        }
        return record;
    }

    /** Takes the place of the answer before. */
    void replace(List<T> newest) {
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
