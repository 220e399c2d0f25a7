package dev.sluice.lab.kubernetes;

import dev.sluice.lab.scheduling.Controller;
import dev.sluice.lab.scheduling.SimulatedNode;
import java.util.List;
import java.util.Optional;

/**
 * A Slurm node as slurmrestd shows it to slurm-operator.
 *
 * @param states base state, then the flags, as in the REST API
 * @param reason reason for the drain or down state; empty without a reason
 * @param deadline time at which the last of the node's jobs reaches its time limit, in seconds; 0 without jobs
 */
public record SlurmNode(List<String> states, String reason, long deadline) {
    /** Returns the node's record; empty if Slurm has no record of the node. */
    public static Optional<SlurmNode> of(Controller controller, String name) {
        SimulatedNode node = controller.node(name);
        return node.isRegistered()
                ? Optional.of(new SlurmNode(node.states(), node.reason().text(), controller.idleAt(name)))
                : Optional.empty();
    }

    /** Returns true while a job runs on the node. */
    public boolean busy() {
        return states.contains("ALLOCATED") || states.contains("MIXED");
    }

    public boolean down() {
        return states.contains("DOWN");
    }

    public boolean draining() {
        return states.contains("DRAIN");
    }

    public boolean idle() {
        return states.contains("IDLE");
    }
}
