package dev.sluice.exporter.derive.scaling.packing;

import dev.sluice.exporter.derive.scaling.packing.NodeIndex.NodeList;
import dev.sluice.exporter.derive.scaling.packing.NodeIndex.PoolNodes;
import java.util.BitSet;
import java.util.function.IntConsumer;

/** A set of nodes of one pool. The set shrinks only if a trial is undone. */
final class NodeSelection {

    private final PoolNodes pool;
    private final BitSet selectable;
    private final Trial trial;
    private final BitSet selected = new BitSet();

    /**
     * Creates an empty selection.
     *
     * @param selectable nodes that can be added
     */
    NodeSelection(PoolNodes pool, BitSet selectable, Trial trial) {
        this.pool = pool;
        this.selectable = selectable;
        this.trial = trial;
    }

    int size() {
        return selected.cardinality();
    }

    /** Returns how many nodes of a list can still be added. */
    int missing(NodeList list) {
        return open(list).cardinality();
    }

    private BitSet open(NodeList list) {
        BitSet open = pool.of(list);
        open.and(selectable);
        open.andNot(selected);
        return open;
    }

    boolean has(int node) {
        return selected.get(node);
    }

    void add(int node) {
        selected.set(node);
        trial.changed(() -> selected.clear(node));
    }

    /** Adds the missing nodes of a list; {@code added} receives the index of each added node in the pool. */
    void add(NodeList list, IntConsumer added) {
        addFirst(list, Long.MAX_VALUE, selectable, added);
    }

    /**
     * Adds the first missing nodes of a list; {@code added} receives the index of each added node in the pool.
     *
     * @param count maximum number of nodes
     * @param among nodes to choose from
     * @return number of added nodes
     */
    long addFirst(NodeList list, long count, BitSet among, IntConsumer added) {
        BitSet open = open(list);
        open.and(among);
        int[] first = open.stream().limit(Math.max(0, count)).toArray();
        for (int node : first) {
            add(node);
            added.accept(node);
        }
        return first.length;
    }
}
