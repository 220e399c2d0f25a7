package dev.sluice.common.scheduling.controller;

/**
 * What the factors of a priority weigh, as PriorityWeight* of slurm.conf. The priority of the QOS and the job factor of
 * the partition are added as they are.
 *
 * @param base what every job has
 * @param maxAge what a job gets that has waited for {@code ageSeconds} times as many seconds
 * @param ageSeconds seconds of waiting for one point
 * @param node for each node that the job asks for
 * @param gpu for each GPU that the job asks for
 * @param fairShare what an account gets that holds nothing
 */
public record PriorityWeights(long base, long maxAge, long ageSeconds, long node, long gpu, long fairShare) {

    /** Jobs start in the order of their submission. */
    public static final PriorityWeights SUBMISSION_ORDER = new PriorityWeights(1_000, 0, 1, 0, 0, 0);
}
