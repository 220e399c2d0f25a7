package dev.sluice.simulator.scheduler;

import dev.sluice.simulator.cluster.ClusterState;
import dev.sluice.simulator.job.Job;
import java.util.LinkedHashMap;
import java.util.Map;

/** A multifactor priority: age, size, partition, QOS and what the account holds already. */
final class Priorities {
    private static final long MAX_AGE = 2000;

    private final ClusterState state;

    Priorities(ClusterState state) {
        this.state = state;
    }

    /** Priority in each partition of the job, in the order in which the user named them. */
    Map<String, Long> of(Job job) {
        long waited = job.times().eligible() == 0
                ? 0
                : Math.max(0, state.now() - job.times().eligible());
        long age = Math.min(MAX_AGE, waited / 15);
        long size = 20L * job.request().nodes() + 5L * job.request().totalGpus();
        long qos = state.definition().qosOf(job.request()).priority();
        long common = 1000 + age + size + qos + fairShare(job.request().account());
        Map<String, Long> byPartition = new LinkedHashMap<>();
        for (String name : job.request().partitions()) {
            byPartition.put(name, common + state.definition().partition(name).jobFactor());
        }
        return byPartition;
    }

    private long fairShare(String account) {
        long held = state.running().stream()
                .filter(other -> other.request().account().equals(account))
                .mapToLong(other ->
                        10L * other.request().totalGpus() + other.request().totalCpus())
                .sum();
        return Math.max(0, 1000 - held);
    }
}
