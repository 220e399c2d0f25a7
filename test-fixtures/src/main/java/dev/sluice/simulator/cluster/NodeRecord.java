package dev.sluice.simulator.cluster;

import dev.sluice.lab.scheduling.FreeResources;
import dev.sluice.lab.scheduling.NodeFlag;
import dev.sluice.lab.scheduling.NodeSpec;
import dev.sluice.lab.scheduling.Reservation;
import dev.sluice.lab.scheduling.SimulatedNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A node at one instant. Times are epoch seconds, 0 if unknown.
 *
 * @param states base state first, then flags, as in the REST API
 * @param reservation name of the active reservation on the node, or empty
 * @param comment text of an administrator or operator
 */
public record NodeRecord(
        NodeSpec spec,
        List<String> states,
        Set<NodeFlag> flags,
        FreeResources free,
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

    static NodeRecord of(SimulatedNode node, boolean planned, Optional<Reservation> reservation) {
        Set<NodeFlag> flags = node.flags();
        reservation.ifPresent(r -> {
            flags.add(NodeFlag.RESERVED);
            if (r.maintenance()) {
                flags.add(NodeFlag.MAINTENANCE);
            }
        });
        if (planned && !node.isDown() && node.free().cpus() > 0) {
            flags.add(NodeFlag.PLANNED);
        }
        List<String> states = new ArrayList<>(List.of(node.state().name()));
        flags.forEach(flag -> states.add(flag.name()));
        return new NodeRecord(
                node.spec(),
                states,
                flags,
                node.free().copy(),
                node.reason(),
                node.reasonBy(),
                node.reasonAt(),
                reservation.map(Reservation::name).orElse(""),
                node.comment(),
                node.bootAt(),
                node.lastBusyAt());
    }
}
