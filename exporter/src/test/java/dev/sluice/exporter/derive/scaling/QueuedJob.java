package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Job;
import dev.sluice.exporter.model.JobRequest;
import dev.sluice.exporter.model.JobShape;
import dev.sluice.exporter.model.JobState;
import dev.sluice.exporter.model.Tres;
import java.util.List;

/** A job as a test needs it: waits with reason Resources, one task on one CPU of partition {@code cpu}, until told more. */
public final class QueuedJob {

    public static final long NOW = 1_800_000_000;

    private final long id;
    private JobState state = JobState.PENDING;
    private String reason = "Resources";
    private String partitions = "cpu";
    private String nodeList = "";
    private String features = "";
    private String required = "";
    private String excluded = "";
    private GpuCounts perNode = GpuCounts.NONE;
    private GpuCounts perTask = GpuCounts.NONE;
    private GpuCounts perJob = GpuCounts.NONE;
    private GpuCounts perSocket = GpuCounts.NONE;
    private long arrayTasks = 1;
    private long array;
    private long arrayLimit;
    private long het;
    private long priority = 1_000;
    private boolean held;
    private boolean exclusive;
    private boolean licenses;
    private long nodes = 1;
    private long maximumNodes;
    private long slurmNodes = 1;
    private long tasks = 1;
    private long tasksPerNode;
    private long cpusPerTask = 1;
    private long minimumCpusPerNode;
    private long memoryPerNode;
    private long memoryPerCpu;
    private long submittedAt = NOW - 600;
    private long eligibleAt = NOW - 600;

    private QueuedJob(long id) {
        this.id = id;
    }

    public static QueuedJob job(long id) {
        return new QueuedJob(id);
    }

    public QueuedJob reason(String reason) {
        this.reason = reason;
        return this;
    }

    public QueuedJob in(String partitions) {
        this.partitions = partitions;
        return this;
    }

    public QueuedJob runningOn(String nodeList) {
        this.state = JobState.RUNNING;
        this.reason = "None";
        this.nodeList = nodeList;
        return this;
    }

    public QueuedJob state(JobState state) {
        this.state = state;
        return this;
    }

    public QueuedJob array(long array, long tasks, long limit) {
        this.array = array;
        this.arrayTasks = tasks;
        this.arrayLimit = limit;
        return this;
    }

    public QueuedJob het(long leader) {
        this.het = leader;
        return this;
    }

    public QueuedJob priority(long priority) {
        this.priority = priority;
        return this;
    }

    public QueuedJob held() {
        this.held = true;
        return this;
    }

    public QueuedJob exclusive() {
        this.exclusive = true;
        return this;
    }

    public QueuedJob licenses() {
        this.licenses = true;
        return this;
    }

    public QueuedJob nodes(long nodes) {
        this.nodes = nodes;
        this.slurmNodes = nodes;
        this.tasks = Math.max(tasks, nodes);
        return this;
    }

    public QueuedJob maximumNodes(long maximum) {
        this.maximumNodes = maximum;
        return this;
    }

    public QueuedJob slurmNodes(long nodes) {
        this.slurmNodes = nodes;
        return this;
    }

    public QueuedJob tasks(long tasks) {
        this.tasks = tasks;
        return this;
    }

    public QueuedJob tasksPerNode(long tasks) {
        this.tasksPerNode = tasks;
        return this;
    }

    public QueuedJob cpusPerTask(long cpus) {
        this.cpusPerTask = cpus;
        return this;
    }

    public QueuedJob minimumCpusPerNode(long cpus) {
        this.minimumCpusPerNode = cpus;
        return this;
    }

    public QueuedJob memoryPerNode(long bytes) {
        this.memoryPerNode = bytes;
        return this;
    }

    public QueuedJob memoryPerCpu(long bytes) {
        this.memoryPerCpu = bytes;
        return this;
    }

    public QueuedJob gpusPerNode(String type, long gpus) {
        this.perNode = GpuCounts.of(type, gpus);
        return this;
    }

    public QueuedJob gpusPerTask(String type, long gpus) {
        this.perTask = GpuCounts.of(type, gpus);
        return this;
    }

    public QueuedJob gpus(String type, long gpus) {
        this.perJob = GpuCounts.of(type, gpus);
        return this;
    }

    public QueuedJob gpusPerSocket(String type, long gpus) {
        this.perSocket = GpuCounts.of(type, gpus);
        return this;
    }

    public QueuedJob features(String features) {
        this.features = features;
        return this;
    }

    public QueuedJob requiring(String nodes) {
        this.required = nodes;
        return this;
    }

    public QueuedJob excluding(String nodes) {
        this.excluded = nodes;
        return this;
    }

    public QueuedJob submittedAt(long at) {
        this.submittedAt = at;
        return this;
    }

    public QueuedJob eligibleAt(long at) {
        this.eligibleAt = at;
        return this;
    }

    public Job build() {
        long cpus = tasks * cpusPerTask;
        long memory = memoryPerNode > 0 ? memoryPerNode * nodes : memoryPerCpu * cpus;
        GpuCounts gpus =
                perJob.plus(perNode.times(nodes)).plus(perTask.times(tasks)).plus(perSocket.times(nodes));
        return new Job(
                id,
                state.base() ? state : JobState.RUNNING,
                state,
                arrayTasks,
                false,
                reason,
                List.of(partitions.split(",", -1)),
                "account",
                "user",
                new JobRequest(nodes, cpus, memory, gpus),
                new JobShape(
                        tasks,
                        cpusPerTask,
                        tasksPerNode,
                        nodes,
                        maximumNodes,
                        slurmNodes,
                        minimumCpusPerNode,
                        memoryPerCpu,
                        memoryPerNode,
                        perJob,
                        perNode,
                        perTask,
                        perSocket,
                        features,
                        required,
                        excluded,
                        exclusive,
                        licenses,
                        false),
                Tres.NONE,
                nodeList,
                array,
                arrayLimit,
                het,
                priority,
                held,
                "normal",
                submittedAt,
                eligibleAt);
    }
}
