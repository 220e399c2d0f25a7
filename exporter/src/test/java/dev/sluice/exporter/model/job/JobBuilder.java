package dev.sluice.exporter.model.job;

import static dev.sluice.exporter.config.Loaded.changed;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.job.Job.JobAllocation;
import dev.sluice.exporter.model.job.Job.JobOwner;
import java.util.List;
import java.util.Optional;

/** Builds a job for tests; by default pending with reason Resources, and one task on one CPU of partition cpu. */
public final class JobBuilder {

    public static final long NOW = 1_800_000_000;

    private Job job;
    private Optional<JobRequest> request = Optional.empty();

    private JobBuilder(Job job) {
        this.job = job;
    }

    public static JobBuilder job(long id) {
        return new JobBuilder(new Job(
                        id,
                        new JobStatus(
                                JobState.PENDING,
                                JobState.PENDING,
                                "Resources",
                                "",
                                false,
                                false,
                                0,
                                JobStatus.SUCCESS),
                        List.of("cpu"),
                        new JobOwner("user", "account", "normal"),
                        new JobArray(0, 1, false, 0),
                        new JobRequest(1, 1, 0, GpuCounts.NONE),
                        JobShape.oneTaskPerNode(1, 1, 0, GpuCounts.NONE, "", false),
                        1,
                        JobAllocation.of(Tres.NONE, "", List.of()),
                        new JobTimes(0, NOW - 600, NOW - 600, 0, 0, 0, 0, 0),
                        0,
                        1_000,
                        "",
                        "",
                        JobOrigin.NATIVE))
                .maximumNodes(0);
    }

    /** Returns a builder with the values of a job. */
    public static JobBuilder of(Job job) {
        return new JobBuilder(job).request(job.request());
    }

    private JobBuilder with(String component, Object value) {
        job = changed(job, component, value);
        return this;
    }

    private JobBuilder status(String component, Object value) {
        return with("status", changed(job.status(), component, value));
    }

    private JobBuilder array(String component, Object value) {
        return with("array", changed(job.array(), component, value));
    }

    private JobBuilder shape(String component, Object value) {
        return with("shape", changed(job.shape(), component, value));
    }

    private JobBuilder allocation(String component, Object value) {
        return with("allocation", changed(job.allocation(), component, value));
    }

    private JobBuilder times(String component, Object value) {
        return with("times", changed(job.times(), component, value));
    }

    public JobBuilder reason(String reason) {
        return status("reason", reason);
    }

    public JobBuilder in(String partitions) {
        return with("partitions", List.of(partitions.split(",", -1)));
    }

    public JobBuilder runningOn(String nodeList) {
        return state(JobState.RUNNING).reason("None").allocation("nodes", nodeList);
    }

    public JobBuilder state(JobState state) {
        return state(state.base() ? state : JobState.RUNNING, state);
    }

    public JobBuilder state(JobState base, JobState state) {
        return status("base", base).status("state", state);
    }

    public JobBuilder origin(JobOrigin origin) {
        return with("origin", origin);
    }

    public JobBuilder owner(String account, String user, String qos) {
        return with("owner", new JobOwner(user, account, qos));
    }

    public JobBuilder named(String name) {
        return with("name", name);
    }

    /** Replaces the request that is derived from the shape. */
    public JobBuilder request(JobRequest request) {
        this.request = Optional.of(request);
        return this;
    }

    public JobBuilder shape(JobShape shape) {
        return with("shape", shape);
    }

    public JobBuilder allocation(Tres allocation, String nodeList) {
        return allocation("tres", allocation).allocation("nodes", nodeList);
    }

    public JobBuilder truncated() {
        return array("truncated", true);
    }

    public JobBuilder ran(long startedAt, long endedAt) {
        return times("startedAt", startedAt).times("runsSince", startedAt).times("endedAt", endedAt);
    }

    public JobBuilder words(String words) {
        return status("words", words);
    }

    public JobBuilder restarts(int restarts) {
        return status("restarts", restarts);
    }

    public JobBuilder expectedStartAt(long at) {
        return times("expectedStartAt", at);
    }

    public JobBuilder array(long array, long tasks, long limit) {
        return with("array", new JobArray(array, tasks, job.array().truncated(), limit));
    }

    public JobBuilder het(long leader) {
        return with("hetJobId", leader);
    }

    public JobBuilder priority(long priority) {
        return with("priority", priority);
    }

    public JobBuilder held() {
        return status("held", true);
    }

    public JobBuilder exclusive() {
        return shape("wholeNodes", true);
    }

    public JobBuilder licenses(String licenses) {
        return shape("licenses", licenses);
    }

    public JobBuilder dependency(String dependency) {
        return with("dependency", dependency);
    }

    public JobBuilder exitCode(String exitCode) {
        return status("exitCode", exitCode);
    }

    /** Sets the allocation on each node, in Slurm's format. */
    public JobBuilder gresDetail(String... perNode) {
        return allocation("gresDetail", List.of(perNode));
    }

    public JobBuilder nodes(long nodes) {
        return shape("minimumNodes", nodes)
                .slurmNodes(nodes)
                .tasks(Math.max(job.shape().tasks(), nodes));
    }

    public JobBuilder maximumNodes(long maximum) {
        return shape("maximumNodes", maximum);
    }

    public JobBuilder slurmNodes(long nodes) {
        return with("slurmNodes", nodes);
    }

    public JobBuilder tasks(long tasks) {
        return shape("tasks", tasks);
    }

    public JobBuilder tasksPerNode(long tasks) {
        return shape("tasksPerNode", tasks);
    }

    public JobBuilder cpusPerTask(long cpus) {
        return shape("cpusPerTask", cpus);
    }

    public JobBuilder minimumCpusPerNode(long cpus) {
        return shape("minimumCpusPerNode", cpus);
    }

    public JobBuilder memoryPerNode(long bytes) {
        return shape("memoryPerNodeBytes", bytes);
    }

    public JobBuilder memoryPerCpu(long bytes) {
        return shape("memoryPerCpuBytes", bytes);
    }

    public JobBuilder gpusPerNode(String type, long gpus) {
        return shape("gpusPerNode", GpuCounts.of(type, gpus));
    }

    public JobBuilder gpusPerTask(String type, long gpus) {
        return shape("gpusPerTask", GpuCounts.of(type, gpus));
    }

    public JobBuilder gpus(String type, long gpus) {
        return shape("gpusPerJob", GpuCounts.of(type, gpus));
    }

    public JobBuilder gpusPerSocket(String type, long gpus) {
        return shape("gpusPerSocket", GpuCounts.of(type, gpus));
    }

    public JobBuilder gpus(GpuCounts perJob, GpuCounts perNode, GpuCounts perTask, GpuCounts perSocket) {
        return shape("gpusPerJob", perJob)
                .shape("gpusPerNode", perNode)
                .shape("gpusPerTask", perTask)
                .shape("gpusPerSocket", perSocket);
    }

    public JobBuilder placement(JobPlacement placement) {
        return shape("placement", placement);
    }

    public JobBuilder features(String features) {
        return shape("features", features);
    }

    public JobBuilder requiring(String nodes) {
        return shape("requiredNodes", nodes);
    }

    public JobBuilder excluding(String nodes) {
        return shape("excludedNodes", nodes);
    }

    public JobBuilder timeLimit(long seconds) {
        return times("limit", seconds);
    }

    public JobBuilder submittedAt(long at) {
        return times("submittedAt", at);
    }

    public JobBuilder eligibleAt(long at) {
        return times("eligibleAt", at);
    }

    public Job build() {
        return changed(job, "request", request.orElseGet(this::requested));
    }

    private JobRequest requested() {
        JobShape shape = job.shape();
        return JobRequest.of(shape, Tres.NONE, shape.tasks() * shape.cpusPerTask(), 1);
    }
}
