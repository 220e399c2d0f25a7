package dev.sluice.exporter.simulate.slurm;

/**
 * What a job, or a task of an array, took of one NodeSet, and when.
 *
 * @param nodeSet the NodeSet
 * @param job what ran
 * @param nodes on how many of its nodes
 * @param from from when
 * @param to until when
 */
public record Execution(String nodeSet, JobSpec job, int nodes, long from, long to) {}
