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
 * What a node has for jobs now.
 *
 * @param shape what it has without jobs
 * @param kind the number of this shape, so that a job is measured once by all nodes of it
 * @param free what its jobs leave
 * @param freeAt when the time limits of all its jobs have passed, seconds since the epoch; 0 without jobs, {@link #UNKNOWN}
 *     where one has no limit
 * @param closed why it takes no job, whatever the job; empty where it does
 */
record SurveyedNode(Node node, NodeShape shape, int kind, FreeCapacity free, long freeAt, Optional<Closed> closed) {

    static final long UNKNOWN = Long.MAX_VALUE;

    /** Why a node takes no job. */
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

    /** Whether it is planned for a job that another one may not delay. */
    boolean isPlanned() {
        return node.flags().contains(NodeFlag.PLANNED);
    }

    /**
     * How many pieces of a job fit on what is free.
     *
     * @param emptyOnly whether jobs that are there leave nothing, whatever is free
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

    /** How many pieces of a job fit on it without other jobs. */
    long piecesWhenEmpty(NodeNeed need) {
        return need.together() ? Packing.times(shape.capacity(), need.piece()) : 1;
    }
}
