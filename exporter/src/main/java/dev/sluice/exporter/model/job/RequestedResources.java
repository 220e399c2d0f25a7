package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.Tres;

/**
 * The resources that a job requests, as reported by slurmrestd. Strings are empty and numbers are 0 for values that
 * slurmrestd does not report.
 *
 * @param total {@code tres_req_str}: total of the job, or of one array task
 * @param perJob {@code tres_per_job}, from {@code --gpus}
 * @param perNode {@code tres_per_node}, from {@code --gpus-per-node} and {@code --gres}
 * @param perTask {@code tres_per_task}, from {@code --gpus-per-task} and {@code --cpus-per-task}
 * @param perSocket {@code tres_per_socket}, from {@code --gpus-per-socket}
 * @param nodeCount {@code node_count}; for a pending job, an estimate, or the maximum number of nodes that the job
 *     accepts
 * @param cpus {@code cpus} over all nodes
 * @param tasks {@code tasks} over all nodes
 * @param memoryPerCpuMebibytes {@code memory_per_cpu}
 * @param memoryPerNodeMebibytes {@code memory_per_node}
 * @param socketsPerNode {@code sockets_per_node}
 */
public record RequestedResources(
        Tres total,
        String perJob,
        String perNode,
        String perTask,
        String perSocket,
        long nodeCount,
        long cpus,
        long tasks,
        long memoryPerCpuMebibytes,
        long memoryPerNodeMebibytes,
        long socketsPerNode) {

    private static final String GPU = "gpu";

    /** Returns whether a string per job, node, task or socket contains GPUs. */
    public boolean namesGpus() {
        return perJob.contains(GPU) || perNode.contains(GPU) || perTask.contains(GPU) || perSocket.contains(GPU);
    }
}
