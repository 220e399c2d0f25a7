package dev.sluice.exporter.model.job;

/**
 * What slurmrestd says about the size of a job, as it says it; texts are empty and numbers 0 where it does not.
 *
 * @param tresRequested {@code tres_req_str}: the job in all, or one task of an array
 * @param perJob {@code tres_per_job}, of {@code --gpus}
 * @param perNode {@code tres_per_node}, of {@code --gpus-per-node} and {@code --gres}
 * @param perTask {@code tres_per_task}, of {@code --gpus-per-task} and {@code --cpus-per-task}
 * @param perSocket {@code tres_per_socket}, of {@code --gpus-per-socket}
 * @param nodeCount {@code node_count}; for a pending job an estimate or the most that it accepts
 * @param cpus {@code cpus} over all nodes
 * @param tasks {@code tasks} over all nodes
 * @param memoryPerCpuMebibytes {@code memory_per_cpu}
 * @param memoryPerNodeMebibytes {@code memory_per_node}
 * @param socketsPerNode {@code sockets_per_node}
 */
public record RequestedResources(
        String tresRequested,
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

    /** Whether one of the texts per job, node, task and socket names GPUs. */
    public boolean namesGpus() {
        return perJob.contains(GPU) || perNode.contains(GPU) || perTask.contains(GPU) || perSocket.contains(GPU);
    }
}
