package dev.sluice.exporter.derive.scaling.pool;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/** The free capacity of nodes, in order. Changes can be undone. */
final class Bins {

    /** Maximum number of nodes, more than any cluster has. Further nodes are ignored. */
    private static final int MAX_BINS = 1 << 16;

    private final int maxSize;
    private final List<long[]> bins;
    private final Trial trial;
    /** The bins that were changed or added in the current trial. */
    private final BitSet changed = new BitSet();

    /**
     * @param without number of bins without free capacity, which do not count for the maximum size
     */
    Bins(List<long[]> first, int without, Trial trial) {
        this.bins = new ArrayList<>(first);
        this.maxSize = MAX_BINS + without;
        this.trial = trial;
        trial.atEnd(changed::clear);
    }

    int size() {
        return bins.size();
    }

    /** Adds bins with equal free capacity, up to the maximum size. */
    void add(long[] bin, long count) {
        int before = bins.size();
        bins.addAll(Collections.nCopies((int) Math.max(0, Math.min(count, maxSize - before)), bin));
        changed.set(before, bins.size(), trial.isRunning());
        trial.changed(() -> bins.subList(before, bins.size()).clear());
    }

    long[] get(int index) {
        return bins.get(index);
    }

    void set(int index, long[] bin) {
        long[] replaced = bins.set(index, bin);
        // Only the first change of a bin matters for undoing.
        if (trial.isRunning() && !changed.get(index)) {
            changed.set(index);
            trial.changed(() -> bins.set(index, replaced));
        }
    }

    /** Returns the bins that were changed or added in the current trial. */
    BitSet changed() {
        return (BitSet) changed.clone();
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
