package dev.sluice.exporter.simulate.history;

import dev.sluice.exporter.model.GpuCounts;

/**
 * A job of a history that ran, or a task of an array.
 *
 * @param number its number in the history
 * @param submitAt seconds since the history begins
 * @param runtime for how long it ran, in seconds; at least 1
 * @param timeLimit for how long it asked to run, in seconds, and at least as long as it did
 * @param partition where it ran; empty where the history does not say
 * @param nodes how many nodes it had; 0 where the history does not say
 * @param cpus how many CPUs it had in all
 * @param gpus GPUs that it had in all
 */
public record HistoryJob(
        long number,
        long submitAt,
        long runtime,
        long timeLimit,
        String partition,
        int nodes,
        long cpus,
        GpuCounts gpus) {

    /** A job that is known by its CPUs alone. */
    static HistoryJob ofCpus(long number, long submitAt, long runtime, long timeLimit, long cpus) {
        return new HistoryJob(number, submitAt, runtime, timeLimit, "", 0, cpus, GpuCounts.NONE);
    }

    /** The same, submitted earlier. */
    HistoryJob earlierBy(long seconds) {
        return new HistoryJob(number, submitAt - seconds, runtime, timeLimit, partition, nodes, cpus, gpus);
    }
}
