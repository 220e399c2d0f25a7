package dev.sluice.lab.scheduling.job;

import dev.sluice.lab.scheduling.Need;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A submitted job. Because the cluster is simulated, the request also has the job's run time and final state. Tasks,
 * CPUs, nodes and GPUs are per array task.
 *
 * @param nodes number of nodes, at least one
 * @param tasksPerNode tasks per node that the user requested; 0 if not set
 * @param exclusive true if the job has exclusive use of its nodes
 * @param beginAt earliest start, in seconds; 0 for an immediate start
 */
public record JobRequest(
        String name,
        String user,
        String account,
        String qos,
        List<String> partitions,
        int nodes,
        int tasks,
        int tasksPerNode,
        int cpusPerTask,
        Memory memory,
        Optional<GpuRequest> gpus,
        boolean exclusive,
        SortedMap<String, Integer> licenses,
        Duration timeLimit,
        Duration runTime,
        JobState ending,
        Optional<ArrayTasks> array,
        Optional<Dependency> dependency,
        long beginAt,
        Hold hold,
        List<String> features,
        List<String> requiredNodes,
        Optional<String> reservation) {

    public JobRequest {
        if (nodes < 1 || tasks < nodes || cpusPerTask < 1) {
            throw new IllegalArgumentException("a job needs a node, a task on each node and a CPU for each task");
        }
        if (!ending.ended()) {
            throw new IllegalArgumentException("a job cannot end as " + ending);
        }
        partitions = List.copyOf(partitions);
        licenses = new TreeMap<>(licenses);
        features = List.copyOf(features);
        requiredNodes = List.copyOf(requiredNodes);
    }

    /**
     * Returns the builder of a request for one task with one CPU in partition cpu. The job completes after 30 minutes;
     * its time limit is 60 minutes.
     */
    public static JobRequestBuilder named(String name) {
        return new JobRequestBuilder(name);
    }

    int tasksOn(int nodeIndex) {
        return share(tasks, nodeIndex);
    }

    int cpusOn(int nodeIndex) {
        return tasksOn(nodeIndex) * cpusPerTask;
    }

    public int gpusOn(int nodeIndex) {
        return gpus.map(g -> switch (g.scope()) {
                    case PER_NODE -> g.count();
                    case PER_JOB -> share(g.count(), nodeIndex);
                    case PER_TASK -> g.count() * tasksOn(nodeIndex);
                })
                .orElse(0);
    }

    public int totalGpus() {
        return gpus.map(g -> switch (g.scope()) {
                    case PER_NODE -> g.count() * nodes;
                    case PER_JOB -> g.count();
                    case PER_TASK -> g.count() * tasks;
                })
                .orElse(0);
    }

    public int totalCpus() {
        return tasks * cpusPerTask;
    }

    public long totalMemory() {
        return memory.perCpu() ? memory.mebibytes() * totalCpus() : memory.mebibytes() * nodes;
    }

    /** Returns the resources that the job needs on its n-th node. */
    public Need needOn(int nodeIndex) {
        int cpus = cpusOn(nodeIndex);
        return new Need(cpus, memory.onNode(cpus), gpusOn(nodeIndex), gpus.flatMap(GpuRequest::type), exclusive);
    }

    /** Compares the job's needs on all its nodes, and returns the smallest need. */
    public Need smallestNeed() {
        return needOn(nodes - 1);
    }

    private int share(int total, int nodeIndex) {
        return total / nodes + (nodeIndex < total % nodes ? 1 : 0);
    }
}
