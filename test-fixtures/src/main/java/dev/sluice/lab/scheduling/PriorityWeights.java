package dev.sluice.lab.scheduling;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The weights of the factors of a job's multifactor priority, like PriorityWeight* of slurm.conf. The QOS priority and
 * the partition's job factor are added without a weight.
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

    private static final long GPU_SHARE = 10;

    /** Returns the priority in each partition of the job, in the order of the request. */
    Map<String, Long> priorities(SimulatedJob job, Controller controller) {
        long eligible = job.times().eligible();
        long age = eligible == 0 ? 0 : Math.min(maxAge, Math.max(0, controller.now() - eligible) / ageSeconds);
        long size = node * job.request().nodes() + gpu * job.request().totalGpus();
        long qos = controller.definition().qosOf(job.request()).priority();
        long common = base + age + size + qos + fairShare(job.request().account(), controller);
        Map<String, Long> priorities = new LinkedHashMap<>();
        for (String name : job.request().partitions()) {
            priorities.put(
                    name, common + controller.definition().partition(name).jobFactor());
        }
        return priorities;
    }

    private long fairShare(String account, Controller controller) {
        if (fairShare == 0) {
            return 0;
        }
        long held = controller.running().stream()
                .filter(other -> other.request().account().equals(account))
                .mapToLong(other -> GPU_SHARE * other.use().gpus() + other.use().cpus())
                .sum();
        return Math.max(0, fairShare - held);
    }
}
