package dev.sluice.lab.scheduling.controller;

/**
 * The weights of the priority factors, like PriorityWeight* of slurm.conf. The QOS priority and the partition's job
 * factor are added without a weight.
 *
 * @param base base priority of every job
 * @param maxAge maximum of the age factor, which a job reaches after {@code maxAge * ageSeconds} seconds
 * @param ageSeconds seconds of pending time per point
 * @param node points per requested node
 * @param gpu points per requested GPU
 * @param fairShare points for an account without running jobs
 */
public record PriorityWeights(long base, long maxAge, long ageSeconds, long node, long gpu, long fairShare) {

    /** Weights that make jobs start in the order of their submission. */
    public static final PriorityWeights SUBMISSION_ORDER = new PriorityWeights(1_000, 0, 1, 0, 0, 0);
}
