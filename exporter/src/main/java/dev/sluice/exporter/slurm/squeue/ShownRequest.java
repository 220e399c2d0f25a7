package dev.sluice.exporter.slurm.squeue;

/**
 * The parts of a pending job's request that scontrol shows and squeue does not.
 *
 * @param maximumNodes maximum number of nodes; 0 for no maximum
 * @param nodeCounts allowed numbers of nodes, such as {@code 2,5} or {@code 2-8:3}; empty without a list
 * @param minimumTime minimum time limit, such as {@code 00:10:00} or {@code N/A}
 * @param memoryPerCpu whether the job requests memory per CPU ({@code --mem-per-cpu}), not per node
 *     ({@code --mem}) or per GPU ({@code --mem-per-gpu})
 * @param segment number of nodes that must be in one block; 0 without segments
 * @param switches maximum number of leaf switches; 0 for no maximum
 * @param arrayLimit maximum number of running tasks of the job's array; 0 for no limit
 */
record ShownRequest(
        long maximumNodes,
        String nodeCounts,
        String minimumTime,
        boolean memoryPerCpu,
        long segment,
        long switches,
        long arrayLimit) {}
