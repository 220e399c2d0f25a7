package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import java.util.List;
import java.util.Optional;

/** Builds a job for tests; by default pending with reason Resources, and one task on one CPU of partition cpu. */
public final class JobBuilder {

    public static final long NOW = 1_800_000_000;

    private final long id;
    private JobState state = JobState.PENDING;
    private String reason = "Resources";
    private List<String> partitions = List.of("cpu");
    private JobState base = JobState.PENDING;
    private String account = "account";
    private String user = "user";
    private String qos = "normal";
    private String name = "";
    private String nodeList = "";
    private List<String> gresDetail = List.of();
    private JobPlacement placement = JobPlacement.ANY;
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
    private boolean tasksTruncated;
    private Tres allocation = Tres.NONE;
    private Optional<JobRequest> request = Optional.empty();
    private Optional<JobShape> shape = Optional.empty();
    private long startedAt;
    private long endedAt;
    private long expectedStartAt;
    private int restarts;
    private String words = "";
    private boolean exclusive;
    private String licenses = "";
    private String dependency = "";
    private ExitCode exitCode = ExitCode.SUCCESS;
    private JobOrigin origin = JobOrigin.NATIVE;
    private long nodes = 1;
    private long maximumNodes;
    private long slurmNodes = 1;
    private long tasks = 1;
    private long tasksPerNode;
    private long cpusPerTask = 1;
    private long minimumCpusPerNode;
    private long memoryPerNode;
    private long memoryPerCpu;
    private long timeLimit;
    private long submittedAt = NOW - 600;
    private long eligibleAt = NOW - 600;

    private JobBuilder(long id) {
        this.id = id;
    }

    public static JobBuilder job(long id) {
        return new JobBuilder(id);
    }

    /** Returns a builder with the values of a job. */
    public static JobBuilder of(Job job) {
        JobBuilder copy = new JobBuilder(job.id())
                .state(job.status().base(), job.status().state())
                .reason(job.status().reason())
                .owner(job.owner().account(), job.owner().user(), job.owner().qos())
                .request(job.request())
                .shape(job.shape())
                .allocation(job.allocation().tres(), job.allocation().nodes())
                .array(job.array().jobId(), job.array().tasks(), job.array().taskLimit())
                .het(job.hetJobId())
                .priority(job.priority())
                .timeLimit(job.times().limit())
                .submittedAt(job.times().submittedAt())
                .eligibleAt(job.times().eligibleAt())
                .ran(job.times().startedAt(), job.times().endedAt())
                .restarts(job.status().restarts())
                .words(job.status().words())
                .named(job.name())
                .dependency(job.dependency())
                .exitCode(job.status().exitCode())
                .expectedStartAt(job.times().expectedStartAt());
        copy.partitions = job.partitions();
        copy.origin = job.origin();
        copy.held = job.status().held();
        copy.tasksTruncated = job.array().truncated();
        return copy;
    }

    public JobBuilder reason(String reason) {
        this.reason = reason;
        return this;
    }

    public JobBuilder in(String partitions) {
        this.partitions = List.of(partitions.split(",", -1));
        return this;
    }

    public JobBuilder runningOn(String nodeList) {
        this.base = JobState.RUNNING;
        this.state = JobState.RUNNING;
        this.reason = "None";
        this.nodeList = nodeList;
        return this;
    }

    public JobBuilder state(JobState state) {
        return state(state.base() ? state : JobState.RUNNING, state);
    }

    public JobBuilder state(JobState base, JobState state) {
        this.base = base;
        this.state = state;
        return this;
    }

    public JobBuilder origin(JobOrigin origin) {
        this.origin = origin;
        return this;
    }

    public JobBuilder owner(String account, String user, String qos) {
        this.account = account;
        this.user = user;
        this.qos = qos;
        return this;
    }

    public JobBuilder named(String name) {
        this.name = name;
        return this;
    }

    /** Replaces the request that is derived from nodes, tasks, CPUs, memory and GPUs. */
    public JobBuilder request(JobRequest request) {
        this.request = Optional.of(request);
        return this;
    }

    /** Replaces the shape that is derived from nodes, tasks, CPUs, memory and GPUs. */
    public JobBuilder shape(JobShape shape) {
        this.shape = Optional.of(shape);
        return this;
    }

    public JobBuilder allocation(Tres allocation, String nodeList) {
        this.allocation = allocation;
        this.nodeList = nodeList;
        return this;
    }

    public JobBuilder truncated() {
        this.tasksTruncated = true;
        return this;
    }

    public JobBuilder ran(long startedAt, long endedAt) {
        this.startedAt = startedAt;
        this.endedAt = endedAt;
        return this;
    }

    public JobBuilder words(String words) {
        this.words = words;
        return this;
    }

    public JobBuilder restarts(int restarts) {
        this.restarts = restarts;
        return this;
    }

    public JobBuilder expectedStartAt(long at) {
        this.expectedStartAt = at;
        return this;
    }

    public JobBuilder array(long array, long tasks, long limit) {
        this.array = array;
        this.arrayTasks = tasks;
        this.arrayLimit = limit;
        return this;
    }

    public JobBuilder het(long leader) {
        this.het = leader;
        return this;
    }

    public JobBuilder priority(long priority) {
        this.priority = priority;
        return this;
    }

    public JobBuilder held() {
        this.held = true;
        return this;
    }

    public JobBuilder exclusive() {
        this.exclusive = true;
        return this;
    }

    public JobBuilder licenses(String licenses) {
        this.licenses = licenses;
        return this;
    }

    public JobBuilder dependency(String dependency) {
        this.dependency = dependency;
        return this;
    }

    public JobBuilder exitCode(ExitCode exitCode) {
        this.exitCode = exitCode;
        return this;
    }

    /** Sets the allocation on each node, in Slurm's format. */
    public JobBuilder gresDetail(String... perNode) {
        this.gresDetail = List.of(perNode);
        return this;
    }

    public JobBuilder nodes(long nodes) {
        this.nodes = nodes;
        this.slurmNodes = nodes;
        this.tasks = Math.max(tasks, nodes);
        return this;
    }

    public JobBuilder maximumNodes(long maximum) {
        this.maximumNodes = maximum;
        return this;
    }

    public JobBuilder slurmNodes(long nodes) {
        this.slurmNodes = nodes;
        return this;
    }

    public JobBuilder tasks(long tasks) {
        this.tasks = tasks;
        return this;
    }

    public JobBuilder tasksPerNode(long tasks) {
        this.tasksPerNode = tasks;
        return this;
    }

    public JobBuilder cpusPerTask(long cpus) {
        this.cpusPerTask = cpus;
        return this;
    }

    public JobBuilder minimumCpusPerNode(long cpus) {
        this.minimumCpusPerNode = cpus;
        return this;
    }

    public JobBuilder memoryPerNode(long bytes) {
        this.memoryPerNode = bytes;
        return this;
    }

    public JobBuilder memoryPerCpu(long bytes) {
        this.memoryPerCpu = bytes;
        return this;
    }

    public JobBuilder gpusPerNode(String type, long gpus) {
        this.perNode = GpuCounts.of(type, gpus);
        return this;
    }

    public JobBuilder gpusPerTask(String type, long gpus) {
        this.perTask = GpuCounts.of(type, gpus);
        return this;
    }

    public JobBuilder gpus(String type, long gpus) {
        this.perJob = GpuCounts.of(type, gpus);
        return this;
    }

    public JobBuilder gpusPerSocket(String type, long gpus) {
        this.perSocket = GpuCounts.of(type, gpus);
        return this;
    }

    public JobBuilder placement(JobPlacement placement) {
        this.placement = placement;
        return this;
    }

    public JobBuilder features(String features) {
        this.features = features;
        return this;
    }

    public JobBuilder requiring(String nodes) {
        this.required = nodes;
        return this;
    }

    public JobBuilder excluding(String nodes) {
        this.excluded = nodes;
        return this;
    }

    public JobBuilder timeLimit(long seconds) {
        this.timeLimit = seconds;
        return this;
    }

    public JobBuilder submittedAt(long at) {
        this.submittedAt = at;
        return this;
    }

    public JobBuilder eligibleAt(long at) {
        this.eligibleAt = at;
        return this;
    }

    public Job build() {
        return new Job(
                id,
                new JobStatus(base, state, reason, words, held, false, restarts, exitCode),
                partitions,
                new JobOwner(user, account, qos),
                JobArray.of(array, arrayTasks, tasksTruncated, arrayLimit),
                request.orElseGet(this::requested),
                shape.orElseGet(this::shaped),
                new JobAllocation(allocation, nodeList, gresDetail),
                new JobTimes(timeLimit, submittedAt, eligibleAt, expectedStartAt, startedAt, endedAt),
                het,
                priority,
                name,
                dependency,
                origin);
    }

    private JobRequest requested() {
        long cpus = tasks * cpusPerTask;
        long memory = memoryPerNode > 0 ? memoryPerNode * nodes : memoryPerCpu * cpus;
        GpuCounts gpus =
                perJob.plus(perNode.times(nodes)).plus(perTask.times(tasks)).plus(perSocket.times(nodes));
        return new JobRequest(nodes, cpus, memory, gpus);
    }

    private JobShape shaped() {
        return new JobShape(
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
                false,
                placement);
    }
}
