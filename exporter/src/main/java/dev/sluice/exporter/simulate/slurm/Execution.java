package dev.sluice.exporter.simulate.slurm;

import java.util.List;

/**
 * What a job, or a task of an array, took of one NodeSet, and when.
 *
 * @param nodeSet the NodeSet
 * @param job what ran
 * @param nodes the names of the nodes
 * @param from from when
 * @param to until when
 */
public record Execution(String nodeSet, JobSpec job, List<String> nodes, long from, long to) {

    public Execution {
        nodes = List.copyOf(nodes);
    }
}
