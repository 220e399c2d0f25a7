package dev.sluice.lab.scheduling;

import dev.sluice.lab.scheduling.JobRequest.GpuRequest.Scope;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A submitted job. Because the cluster is simulated, the request also has the job's run time and final state. Tasks,
 * CPUs, nodes and GPUs are per array task. The methods with arguments follow sbatch's options and return changed copies.
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
    }

    /**
     * Returns a request for one task with one CPU in partition cpu. The job completes after 30 minutes; its time limit is
     * 60 minutes.
     */
    public static JobRequest named(String name) {
        return new JobRequest(
                name,
                "alice",
                "research",
                "normal",
                List.of("cpu"),
                1,
                1,
                0,
                1,
                new Memory(true, 2000),
                Optional.empty(),
                false,
                new TreeMap<>(),
                Duration.ofMinutes(60),
                Duration.ofMinutes(30),
                JobState.COMPLETED,
                Optional.empty(),
                Optional.empty(),
                0,
                Hold.NONE,
                List.of(),
                List.of(),
                Optional.empty());
    }

    /** Returns a copy with other values of these components. */
    private JobRequest with(Map<String, Object> changes) {
        RecordComponent[] components = JobRequest.class.getRecordComponents();
        Object[] values = new Object[components.length];
        try {
            for (int i = 0; i < values.length; i++) {
                Object same = components[i].getAccessor().invoke(this);
                values[i] = changes.getOrDefault(components[i].getName(), same);
            }
            return (JobRequest) JobRequest.class.getDeclaredConstructors()[0].newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(e.getCause());
        }
    }

    public JobRequest by(String userName, String accountName) {
        return with(Map.of("user", userName, "account", accountName));
    }

    public JobRequest qos(String qosName) {
        return with(Map.of("qos", qosName));
    }

    public JobRequest partitions(String... names) {
        return with(Map.of("partitions", List.of(names)));
    }

    /**
     * Sets the number of nodes, with one task per node unless {@link #tasks} or {@link #tasksPerNode} is called later.
     */
    public JobRequest nodes(int count) {
        return with(Map.of("nodes", count, "tasks", count));
    }

    public JobRequest tasks(int count) {
        return with(Map.of("tasks", count));
    }

    public JobRequest tasksPerNode(int count) {
        return with(Map.of("tasksPerNode", count, "tasks", count * nodes));
    }

    public JobRequest cpusPerTask(int count) {
        return with(Map.of("cpusPerTask", count));
    }

    public JobRequest memoryPerCpu(long mebibytes) {
        return with(Map.of("memory", new Memory(true, mebibytes)));
    }

    public JobRequest memoryPerNode(long mebibytes) {
        return with(Map.of("memory", new Memory(false, mebibytes)));
    }

    public JobRequest gpusPerNode(int count) {
        return with(Map.of("gpus", Optional.of(new GpuRequest(Scope.PER_NODE, Optional.empty(), count))));
    }

    public JobRequest gpusPerJob(int count) {
        return with(Map.of("gpus", Optional.of(new GpuRequest(Scope.PER_JOB, Optional.empty(), count))));
    }

    public JobRequest gpusPerTask(int count) {
        return with(Map.of("gpus", Optional.of(new GpuRequest(Scope.PER_TASK, Optional.empty(), count))));
    }

    /** Sets the type of the requested GPUs, as in {@code --gpus-per-node=h100:8}. */
    public JobRequest gpuType(String type) {
        return with(Map.of("gpus", gpus.map(g -> new GpuRequest(g.scope(), Optional.of(type), g.count()))));
    }

    /** Requests exclusive use of the nodes. */
    public JobRequest wholeNodes() {
        return with(Map.of("exclusive", true));
    }

    public JobRequest license(String licenseName, int count) {
        SortedMap<String, Integer> all = new TreeMap<>(licenses);
        all.put(licenseName, count);
        return with(Map.of("licenses", all));
    }

    public JobRequest limit(Duration time) {
        return with(Map.of("timeLimit", time));
    }

    /** Sets the run time; a job that exceeds its time limit ends as TIMEOUT. */
    public JobRequest runs(Duration time) {
        return with(Map.of("runTime", time));
    }

    public JobRequest endsAs(JobState state) {
        return with(Map.of("ending", state));
    }

    public JobRequest array(ArrayTasks tasksOfArray) {
        return with(Map.of("array", Optional.of(tasksOfArray)));
    }

    public JobRequest afterOk(int jobId) {
        return with(Map.of("dependency", Optional.of(new Dependency(true, jobId))));
    }

    public JobRequest afterAny(int jobId) {
        return with(Map.of("dependency", Optional.of(new Dependency(false, jobId))));
    }

    /** Sets the earliest start, in seconds. */
    public JobRequest beginAt(long epochSeconds) {
        return with(Map.of("beginAt", epochSeconds));
    }

    public JobRequest held(Hold by) {
        return with(Map.of("hold", by));
    }

    public JobRequest features(String... wanted) {
        return with(Map.of("features", List.of(wanted)));
    }

    public JobRequest onNodes(String... names) {
        return with(Map.of("requiredNodes", List.of(names)));
    }

    public JobRequest reservation(String reservationName) {
        return with(Map.of("reservation", Optional.of(reservationName)));
    }

    int tasksOn(int nodeIndex) {
        return share(tasks, nodeIndex);
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
        return IntStream.range(0, nodes).map(this::gpusOn).sum();
    }

    public int totalCpus() {
        return tasks * cpusPerTask;
    }

    public long totalMemory() {
        return memory.perCpu() ? memory.mebibytes() * totalCpus() : memory.mebibytes() * nodes;
    }

    /** Returns the resources that the job needs on its n-th node. */
    public Need needOn(int nodeIndex) {
        int cpus = tasksOn(nodeIndex) * cpusPerTask;
        return new Need(cpus, memory.onNode(cpus), gpusOn(nodeIndex), gpus.flatMap(GpuRequest::type), exclusive);
    }

    /** Compares the job's needs on all its nodes, and returns the smallest need. */
    public Need smallestNeed() {
        return needOn(nodes - 1);
    }

    private int share(int total, int nodeIndex) {
        return total / nodes + (nodeIndex < total % nodes ? 1 : 0);
    }

    /** The GPUs that a job requests. A request without a type accepts any GPU. */
    public record GpuRequest(Scope scope, Optional<String> type, int count) {

        /** The unit of the count, as in sbatch's {@code --gpus} options. */
        public enum Scope {
            PER_NODE,
            PER_JOB,
            PER_TASK
        }
    }

    /** The memory that a job requests, in MiB per CPU or per node. */
    public record Memory(boolean perCpu, long mebibytes) {
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
    public record Dependency(boolean ok, int jobId) {}

    /** The pending tasks of a job array, in ascending order, and the maximum number of running tasks (0 for no limit). */
    public record ArrayTasks(List<Integer> ids, int limit) {

        public static ArrayTasks range(int first, int last, int limit) {
            return new ArrayTasks(IntStream.rangeClosed(first, last).boxed().toList(), limit);
        }

        public ArrayTasks withoutFirst() {
            return new ArrayTasks(ids.subList(1, ids.size()), limit);
        }
    }
}
