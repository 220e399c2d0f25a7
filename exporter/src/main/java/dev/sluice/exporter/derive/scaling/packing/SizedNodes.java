package dev.sluice.exporter.derive.scaling.packing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/** The empty nodes of individual size, smallest first. */
final class SizedNodes {

    private static final Comparator<Sized> BY_SIZE = Comparator.<Sized, long[]>comparing(
                    node -> node.bin, Arrays::compare)
            .thenComparingInt(node -> node.index);

    private final List<Sized> nodes;
    private final PendingNodes pending;

    /** A node and its capacity. */
    static final class Sized {

        private final int index;
        private final long[] bin;

        Sized(int index, long[] bin) {
            this.index = index;
            this.bin = bin;
        }

        int index() {
            return index;
        }

        long[] bin() {
            return bin;
        }
    }

    SizedNodes(List<Sized> nodes, PendingNodes pending) {
        this.nodes = nodes.stream().sorted(BY_SIZE).toList();
        this.pending = pending;
    }

    /** Returns the smallest unused nodes with enough of every resource. */
    List<Sized> fitting(long[] need, long most, BitSet excluded) {
        List<Sized> fitting = new ArrayList<>();
        for (Sized node : nodes) {
            if (fitting.size() >= most) {
                break;
            }
            if (!excluded.get(node.index) && pending.isUnopened(node.index) && Resources.fits(node.bin, need)) {
                fitting.add(node);
            }
        }
        return fitting;
    }

    void open(Sized node) {
        pending.open(node.index);
    }
}
