package dev.sluice.lab.simulate.slurm;

import java.util.List;

/**
 * One execution of a job or array task, with the execution's nodes in one NodeSet. Times are seconds since the start of
 * the simulation.
 *
 * @param nodeSet name of the NodeSet
 * @param job the job, or the array of the task
 * @param nodes names of the nodes
 * @param from start time
 * @param to end time
 */
public record Execution(String nodeSet, JobSpec job, List<String> nodes, long from, long to) {

    public Execution {
        nodes = List.copyOf(nodes);
    }
}
