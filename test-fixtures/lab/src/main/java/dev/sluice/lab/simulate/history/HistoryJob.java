package dev.sluice.lab.simulate.history;

import dev.sluice.exporter.model.GpuCounts;

/**
 * A past job, or one task of an array.
 *
 * @param number job number in the history
 * @param submitAt seconds since the start of the history
 * @param runtime run time in seconds; at least 1
 * @param timeLimit time limit in seconds, at least the run time
 * @param user user; empty if unknown
 * @param partition partition; empty if unknown
 * @param nodes number of nodes; 0 if unknown
 * @param cpus total number of CPUs
 * @param gpus total number of GPUs by type
 */
public record HistoryJob(
        long number,
        long submitAt,
        long runtime,
        long timeLimit,
        String user,
        String partition,
        int nodes,
        long cpus,
        GpuCounts gpus) {

    /** Creates a job of which only the user and the number of CPUs are known. */
    static HistoryJob ofCpus(long number, long submitAt, long runtime, long timeLimit, String user, long cpus) {
        return new HistoryJob(number, submitAt, runtime, timeLimit, user, "", 0, cpus, GpuCounts.NONE);
    }

    /** Returns a copy of the job with an earlier submit time. */
    HistoryJob earlierBy(long seconds) {
        return new HistoryJob(number, submitAt - seconds, runtime, timeLimit, user, partition, nodes, cpus, gpus);
    }
}
