package dev.sluice.lab.scheduling.controller;

import dev.sluice.lab.scheduling.job.SimulatedJob;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Computes a job's multifactor priority from the job's age, size, partition and QOS, and from the account's running
 * jobs.
 */
final class Priorities {
    private static final long GPU_SHARE = 10;

    private final Controller controller;
    private final PriorityWeights weights;

    Priorities(Controller controller) {
        this.controller = controller;
        this.weights = controller.definition().weights();
    }

    /** Returns the priority in each partition of the job, in the order of the request. */
    Map<String, Long> of(SimulatedJob job) {
        long waited = job.times().eligible() == 0
                ? 0
                : Math.max(0, controller.now() - job.times().eligible());
        long age = Math.min(weights.maxAge(), waited / weights.ageSeconds());
        long size = weights.node() * job.request().nodes()
                + weights.gpu() * job.request().totalGpus();
        long qos = controller.definition().qosOf(job.request()).priority();
        long common =
                weights.base() + age + size + qos + fairShare(job.request().account());
        Map<String, Long> byPartition = new LinkedHashMap<>();
        for (String name : job.request().partitions()) {
            byPartition.put(
                    name, common + controller.definition().partition(name).jobFactor());
        }
        return byPartition;
    }

    private long fairShare(String account) {
        if (weights.fairShare() == 0) {
            return 0;
        }
        long held = controller.running().stream()
                .filter(other -> other.request().account().equals(account))
                .mapToLong(other -> GPU_SHARE * other.request().totalGpus()
                        + other.request().totalCpus())
                .sum();
        return Math.max(0, weights.fairShare() - held);
    }
}
