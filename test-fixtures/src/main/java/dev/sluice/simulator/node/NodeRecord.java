package dev.sluice.simulator.node;

import dev.sluice.common.scheduling.NodeSpec;
import java.util.List;
import java.util.Set;

/**
 * A node as it was at one instant. Times are epoch seconds, 0 when not known.
 *
 * @param states base state first, then flags, as in the REST API
 * @param reservation name of the reservation in force on the node, or empty
 * @param comment what an administrator or an operator has noted
 */
public record NodeRecord(
        NodeSpec spec,
        List<String> states,
        Set<NodeFlag> flags,
        NodeUse use,
        String reason,
        String reasonBy,
        long reasonAt,
        String reservation,
        String comment,
        long bootAt,
        long lastBusyAt) {
    public NodeRecord {
        states = List.copyOf(states);
        flags = Set.copyOf(flags);
    }

    public boolean isUp() {
        return !states.contains("DOWN")
                && !flags.contains(NodeFlag.POWERED_DOWN)
                && !flags.contains(NodeFlag.POWERING_UP)
                && !flags.contains(NodeFlag.POWERING_DOWN);
    }
}
