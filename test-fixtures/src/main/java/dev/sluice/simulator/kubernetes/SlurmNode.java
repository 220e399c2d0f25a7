package dev.sluice.simulator.kubernetes;

import java.util.List;

/**
 * A Slurm node as slurmrestd shows it to the operator.
 *
 * @param states base state first, then flags, as in the REST API
 * @param reason reason for the drain or down state; empty without a reason
 * @param deadline time at which the last of the node's jobs reaches its time limit, in epoch seconds; 0 without jobs
 */
public record SlurmNode(List<String> states, String reason, long deadline) {
    public SlurmNode {
        states = List.copyOf(states);
    }

    boolean busy() {
        return states.contains("ALLOCATED") || states.contains("MIXED") || states.contains("COMPLETING");
    }

    boolean down() {
        return states.contains("DOWN");
    }

    boolean draining() {
        return states.contains("DRAIN");
    }
}
