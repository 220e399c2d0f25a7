package dev.sluice.lab.nodeset;

import dev.sluice.lab.scheduling.NodeFlag;
import dev.sluice.lab.scheduling.NodeState;
import dev.sluice.lab.scheduling.SimulatedNode;
import dev.sluice.lab.scheduling.controller.Controller;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A Slurm node as slurmrestd shows it to slurm-operator.
 *
 * @param flags flags in Slurm's order
 * @param reason reason for the drain or down state; empty without a reason
 * @param deadline time at which the last of the node's jobs reaches its time limit, in seconds; 0 without jobs
 */
public record SlurmNode(NodeState state, Set<NodeFlag> flags, String reason, long deadline) {
    /** Returns the node's record; empty if Slurm has no record of the node. */
    public static Optional<SlurmNode> of(Controller controller, String name) {
        SimulatedNode node = controller.node(name);
        return node.isRegistered()
                ? Optional.of(new SlurmNode(node.state(), node.flags(), node.reason(), controller.idleAt(name)))
                : Optional.empty();
    }

    /** Returns true while a job runs on the node. */
    public boolean busy() {
        return state == NodeState.ALLOCATED || state == NodeState.MIXED;
    }

    public boolean down() {
        return state == NodeState.DOWN;
    }

    public boolean draining() {
        return flags.contains(NodeFlag.DRAIN);
    }

    /** Returns the base state, then the flags, as in the REST API. */
    public List<String> states() {
        return Stream.concat(Stream.of(state.name()), flags.stream().map(NodeFlag::name))
                .toList();
    }
}
