package dev.sluice.simulator.kubernetes;

import java.util.List;

/**
 * A Slurm node as slurmrestd shows it to the operator.
 *
 * @param states base state first, then flags, as in the REST API
 * @param reason why it is drained or down; empty where it is neither
 * @param deadline epoch seconds at which the last of its jobs reaches its time limit, 0 where none runs
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
