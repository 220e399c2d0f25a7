package dev.sluice.exporter.publish;

import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.NodeLosses.OfNode;
import dev.sluice.exporter.derive.gpu.GpuSlots;
import dev.sluice.exporter.derive.join.JoinedNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The nodes.
 *
 * @param nodes all nodes except ghost nodes
 * @param capacity sums over the nodes
 * @param at time of the observation
 * @param beside CPUs and memory that a job needs per GPU; idle GPUs without these CPUs and this memory are stranded
 * @param losses outages by node name, for a limited number of nodes
 */
public record PublishedNodes(
        List<JoinedNode> nodes,
        Capacity.Summary capacity,
        Instant at,
        GpuSlots.Beside beside,
        Map<String, OfNode> losses) {

    /** Returns the nodes with the time of another clock. */
    public PublishedNodes shifted(Duration ahead) {
        return new PublishedNodes(nodes, capacity, at.plus(ahead), beside, losses);
    }
}
