package dev.sluice.exporter.slurm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The records of an answer without those that it has twice. */
final class DistinctRecords {

    private DistinctRecords() {}

    /** The first record of each key, in order. */
    static <T> List<T> of(List<T> records, RecordAssembler<T> assembler) {
        // Of a hundred thousand jobs none is there twice: numbers are compared before a set is made.
        int[] hashes = new int[records.size()];
        for (int i = 0; i < hashes.length; i++) {
            hashes[i] = assembler.key(records.get(i)).hashCode();
        }
        Arrays.sort(hashes);
        for (int i = 1; i < hashes.length; i++) {
            if (hashes[i] == hashes[i - 1]) {
                return withoutSecond(records, assembler);
            }
        }
        return records;
    }

    private static <T> List<T> withoutSecond(List<T> records, RecordAssembler<T> assembler) {
        Set<Object> seen = new HashSet<>();
        List<T> distinct = new ArrayList<>();
        for (T made : records) {
            if (seen.add(assembler.key(made))) {
                distinct.add(made);
            }
        }
        return distinct;
    }
}
