package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.pending.NodeGroup.Cause;
import dev.sluice.exporter.derive.scaling.need.NodeNeed;
import dev.sluice.exporter.derive.scaling.packing.Packing;
import dev.sluice.exporter.derive.scaling.pool.FreeCapacity;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeFlag;
import java.util.Optional;

/**
 * A node with its free resources.
 *
 * @param shape resources of the empty node
 * @param kind number of the node's shape, so that a job is checked once for all nodes with the same shape
 * @param free free resources
 * @param freeAt end of the last time limit of the node's jobs, seconds since the epoch; 0 without jobs,
 *     {@link #UNKNOWN} if a job has no time limit
 * @param closed why the node accepts no job at all; empty if the node accepts jobs
 */
record SurveyedNode(Node node, NodeShape shape, int kind, FreeCapacity free, long freeAt, Optional<Closed> closed) {

    static final long UNKNOWN = Long.MAX_VALUE;

    /** Why a node accepts no job. */
    record Closed(Cause cause, String detail) {}

    static SurveyedNode of(JoinedNode joined, NodeShape shape, int kind, long freeAt) {
        return new SurveyedNode(joined.node(), shape, kind, FreeCapacity.of(joined.node()), freeAt, closed(joined));
    }

    private static Optional<Closed> closed(JoinedNode joined) {
        Node node = joined.node();
        String text = node.reason().text();
        return switch (node.state()) {
            case DRAINED, DRAINING -> Optional.of(new Closed(Cause.DRAINED, text));
            case DOWN, UNKNOWN, FUTURE -> Optional.of(new Closed(Cause.DOWN, text));
            case MAINTENANCE -> Optional.of(new Closed(Cause.MAINTENANCE, text));
            case POWERED_DOWN, POWERING_DOWN -> Optional.of(new Closed(Cause.POWERED_DOWN, ""));
            case POWERING_UP -> Optional.of(new Closed(Cause.STARTING, ""));
            case ALLOCATED, MIXED, IDLE, PLANNED, RESERVED -> closedByFlag(joined);
        };
    }

    private static Optional<Closed> closedByFlag(JoinedNode joined) {
        Node node = joined.node();
        if (node.flags().contains(NodeFlag.NOT_RESPONDING)) {
            return Optional.of(new Closed(Cause.DOWN, node.reason().text()));
        }
        if (node.flags().contains(NodeFlag.MAINTENANCE)
                || node.flags().contains(NodeFlag.REBOOT_ISSUED)
                || node.flags().contains(NodeFlag.REBOOT_REQUESTED)) {
            return Optional.of(new Closed(Cause.MAINTENANCE, node.reason().text()));
        }
        return node.flags().contains(NodeFlag.COMPLETING) || node.flags().contains(NodeFlag.BLOCKED)
                ? Optional.of(new Closed(Cause.BUSY, ""))
                : Optional.empty();
    }

    /** Returns true if the node is planned for a job that other jobs must not delay. */
    boolean isPlanned() {
        return node.flags().contains(NodeFlag.PLANNED);
    }

    /**
     * Returns the number of pieces of a job that fit on the free resources.
     *
     * @param emptyOnly true if the job cannot share the node with running jobs
     */
    long pieces(NodeNeed need, boolean emptyOnly) {
        if (node.unallocated()) {
            return need.together() ? Packing.times(free, need.piece()) : 1;
        }
        FreeCapacity piece = need.piece();
        boolean tooLittle = need.whole()
                || emptyOnly
                || piece.cpus() > free.cpus()
                || piece.memoryBytes() > free.memoryBytes()
                || piece.gpus().total() > free.gpus().total();
        long times = tooLittle ? 0 : Packing.times(free, piece);
        return need.together() ? times : Math.min(1, times);
    }

    /** Returns the number of pieces of a job that fit on the empty node. */
    long piecesWhenEmpty(NodeNeed need) {
        return need.together() ? Packing.times(shape.capacity(), need.piece()) : 1;
    }
}
