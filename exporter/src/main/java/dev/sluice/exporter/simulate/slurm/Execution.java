package dev.sluice.exporter.simulate.slurm;

import java.util.List;

/**
 * The nodes of one NodeSet that a job or array task used. Times are seconds since the start of the simulation.
 *
 * @param nodeSet name of the NodeSet
 * @param job job, or array of the task
 * @param nodes node names
 * @param from start time
 * @param to end time
 */
public record Execution(String nodeSet, JobSpec job, List<String> nodes, long from, long to) {

    public Execution {
        nodes = List.copyOf(nodes);
    }
}
