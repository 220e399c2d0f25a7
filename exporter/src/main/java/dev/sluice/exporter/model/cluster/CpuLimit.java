package dev.sluice.exporter.model.cluster;

import dev.sluice.exporter.model.node.NodeLayout;

/**
 * How many CPUs of a node all jobs of a partition get together.
 *
 * @param perNode MaxCPUsPerNode; {@link Long#MAX_VALUE} where unlimited
 * @param perSocket MaxCPUsPerSocket; {@link Long#MAX_VALUE} where unlimited
 */
public record CpuLimit(long perNode, long perSocket) {

    public static final CpuLimit NONE = new CpuLimit(Long.MAX_VALUE, Long.MAX_VALUE);

    /** CPUs of a node with such sockets; one socket where nobody knows. */
    public long of(NodeLayout layout) {
        long sockets = Math.max(1, layout.sockets());
        return perSocket > Long.MAX_VALUE / sockets ? perNode : Math.min(perNode, perSocket * sockets);
    }
}
