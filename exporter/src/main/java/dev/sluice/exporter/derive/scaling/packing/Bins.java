package dev.sluice.exporter.derive.scaling.packing;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The free capacity of nodes, in order. Changes can be undone. */
final class Bins {

    /** Maximum number of nodes, more than any cluster has. Further nodes are ignored. */
    private static final int MAX_BINS = 1 << 16;

    private final int maxSize;
    private final List<long[]> bins = new ArrayList<>();
    private boolean recording;
    private int recordedSize;
    /** The capacity of the changed bins before the trial. */
    private final Map<Integer, long[]> before = new HashMap<>();

    /**
     * Creates an empty list.
     *
     * @param without number of bins without free capacity, which do not count for the maximum size
     */
    Bins(int without) {
        this.maxSize = MAX_BINS + without;
    }

    int size() {
        return bins.size();
    }

    /** Adds bins with equal free capacity, up to the maximum size. */
    void add(long[] bin, long count) {
        bins.addAll(Collections.nCopies((int) Math.min(count, maxSize - bins.size()), bin));
    }

    long[] get(int index) {
        return bins.get(index);
    }

    void set(int index, long[] bin) {
        long[] replaced = bins.set(index, bin);
        if (recording && index < recordedSize) {
            before.putIfAbsent(index, replaced);
        }
    }

    /** Starts recording: changes can be undone until they are kept. */
    void record() {
        recording = true;
        recordedSize = bins.size();
    }

    /** Returns the bins that were changed or added since the recording started. */
    BitSet changed() {
        BitSet changed = new BitSet();
        before.keySet().forEach(changed::set);
        changed.set(recordedSize, bins.size());
        return changed;
    }

    void keep() {
        before.clear();
        recording = false;
    }

    void undo() {
        before.forEach(bins::set);
        bins.subList(recordedSize, bins.size()).clear();
        keep();
    }

    /**
     * Returns the first bin from an index on with enough of every resource; -1 if no bin has enough.
     *
     * @param excluded bins to skip
     */
    int first(int from, long[] need, BitSet excluded) {
        for (int i = excluded.nextClearBit(from); i < bins.size(); i = excluded.nextClearBit(i + 1)) {
            if (Resources.fits(bins.get(i), need)) {
                return i;
            }
        }
        return -1;
    }
}
