package dev.sluice.lab.scheduling;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

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

    /** The memory that a job requests, in MiB per CPU or per node. */
    public record Memory(boolean perCpu, long mebibytes) {

        public static Memory perCpu(long mebibytes) {
            return new Memory(true, mebibytes);
        }

        public static Memory perNode(long mebibytes) {
            return new Memory(false, mebibytes);
        }

        long onNode(int cpus) {
            return perCpu ? mebibytes * cpus : mebibytes;
        }
    }

    /** Who holds the job. */
    public enum Hold {
        NONE,
        USER,
        /** slurmctld, after a failed launch: to Slurm a hold of the user. */
        LAUNCH_FAILED,
        ADMIN
    }

    /**
     * A job that must end before another job may start.
     *
     * @param ok true if the job must also succeed
     */
    public record Dependency(boolean ok, int jobId) {

        public static Dependency afterOk(int jobId) {
            return new Dependency(true, jobId);
        }

        public static Dependency afterAny(int jobId) {
            return new Dependency(false, jobId);
        }
    }

    /** The pending tasks of a job array, in ascending order, and the maximum number of running tasks (0 for no limit). */
    public record ArrayTasks(List<Integer> ids, int limit) {

        public ArrayTasks {
            ids = List.copyOf(ids);
        }

        public static ArrayTasks range(int first, int last, int limit) {
            return new ArrayTasks(IntStream.rangeClosed(first, last).boxed().toList(), limit);
        }

        public ArrayTasks withoutFirst() {
            return new ArrayTasks(ids.subList(1, ids.size()), limit);
        }
    }
}
