package dev.sluice.exporter.model.cluster;

import dev.sluice.exporter.model.node.NodeLayout;

/**
 * The maximum number of CPUs that all jobs of a partition together can use on a node.
 *
 * @param perNode MaxCPUsPerNode; {@link Long#MAX_VALUE} if unlimited
 * @param perSocket MaxCPUsPerSocket; {@link Long#MAX_VALUE} if unlimited
 */
public record CpuLimit(long perNode, long perSocket) {

    public static final CpuLimit NONE = new CpuLimit(Long.MAX_VALUE, Long.MAX_VALUE);

    /** Returns the limit for a node with this layout; an unknown number of sockets counts as one socket. */
    public long of(NodeLayout layout) {
        long sockets = Math.max(1, layout.sockets());
        return perSocket > Long.MAX_VALUE / sockets ? perNode : Math.min(perNode, perSocket * sockets);
    }
}
