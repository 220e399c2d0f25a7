package dev.sluice.exporter.simulate.slurm;

import java.util.Set;

/**
 * A reservation with the flag MAINT: no job runs on the nodes in that time, and none starts that might.
 *
 * @param nodes names of the nodes
 * @param from when it begins
 * @param to when it ends
 */
public record Maintenance(Set<String> nodes, long from, long to) {

    public Maintenance {
        nodes = Set.copyOf(nodes);
    }

    boolean isOn(SimulatedNode node, long now) {
        return from <= now && now < to && nodes.contains(node.name());
    }

    boolean keepsOff(SimulatedNode node, long start, long end) {
        return start < to && end > from && nodes.contains(node.name());
    }
}
