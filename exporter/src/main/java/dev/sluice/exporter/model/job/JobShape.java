package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.GpuCounts;

/**
 * The requested layout of a job, or of one array task, over nodes. Strings are empty and numbers are 0 for options that
 * the job does not set. Jobs with equal requests share an instance.
 *
 * @param tasks tasks over all nodes ({@code -n})
 * @param cpusPerTask {@code -c}
 * @param tasksPerNode {@code --ntasks-per-node}
 * @param minimumNodes minimum number of nodes, from {@code node=} in {@code tres_req_str}; at least 1
 * @param maximumNodes {@code max_nodes}
 * @param minimumCpusPerNode {@code minimum_cpus_per_node}, {@code --mincpus} or tasks per node times CPUs per task
 * @param memoryPerCpuBytes {@code --mem-per-cpu}
 * @param memoryPerNodeBytes {@code --mem}, or {@code --mem-per-gpu}, which Slurm reports as the memory per node
 * @param gpusPerJob {@code --gpus}
 * @param gpusPerNode {@code --gpus-per-node}, {@code --gres}
 * @param gpusPerTask {@code --gpus-per-task}
 * @param gpusPerSocket {@code --gpus-per-socket}
 * @param features {@code --constraint}, as written
 * @param requiredNodes {@code --nodelist}, a hostlist; empty for external jobs, because their list has no meaning
 * @param excludedNodes {@code --exclude}, a hostlist
 * @param wholeNodes whether the job shares its nodes with no other job
 * @param licenses {@code --licenses}, as written
 * @param coreSpecialization whether the job requests cores or threads for the system
 * @param placement placement options that few jobs use
 */
public record JobShape(
        long tasks,
        long cpusPerTask,
        long tasksPerNode,
        long minimumNodes,
        long maximumNodes,
        long minimumCpusPerNode,
        long memoryPerCpuBytes,
        long memoryPerNodeBytes,
        GpuCounts gpusPerJob,
        GpuCounts gpusPerNode,
        GpuCounts gpusPerTask,
        GpuCounts gpusPerSocket,
        String features,
        String requiredNodes,
        String excludedNodes,
        boolean wholeNodes,
        String licenses,
        boolean coreSpecialization,
        JobPlacement placement) {

    /**
     * Returns the shape of a job with one task on each node.
     *
     * @param memoryBytes memory per node
     * @param gpus GPUs per node
     */
    public static JobShape oneTaskPerNode(
            long nodes, long cpus, long memoryBytes, GpuCounts gpus, String features, boolean wholeNodes) {
        return new JobShape(
                nodes,
                cpus,
                0,
                nodes,
                nodes,
                0,
                0,
                memoryBytes,
                GpuCounts.NONE,
                gpus,
                GpuCounts.NONE,
                GpuCounts.NONE,
                features,
                "",
                "",
                wholeNodes,
                "",
                false,
                JobPlacement.ANY);
    }
}
