package dev.sluice.lab.scheduling;

import dev.sluice.lab.scheduling.JobRequest.ArrayTasks;
import dev.sluice.lab.scheduling.JobRequest.Dependency;
import dev.sluice.lab.scheduling.JobRequest.Hold;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToLongFunction;

/** A job record of slurmctld. Times are seconds of the simulation. */
public final class SimulatedJob {

    /** Seconds before a requeued job may start again. */
    private static final long REQUEUE_DELAY = 120;

    private final int id;
    private final JobRequest request;
    private JobState state = JobState.PENDING;
    private JobReason reason = JobReason.NONE;
    Times times;
    private String partition;
    private long priority;
    private Map<String, Long> priorities = Map.of();
    private boolean configuring;
    Optional<ArrayPlace> array = Optional.empty();
    Optional<HetPlace> het = Optional.empty();
    private List<NodeAllocation> allocations = List.of();
    private List<String> plannedNodes = List.of();
    Optional<Dependency> dependency;
    private boolean dependencyFailed;
    Hold hold;
    /** True if no node can hold the job: slurmctld sets its priority to 0 and does not consider the job again. */
    boolean impossible;

    private long beginAt;
    private int restarts;
    private String failedNode = "";

    public SimulatedJob(int id, JobRequest request, long now) {
        this.id = id;
        this.request = request;
        this.times = Times.submittedAt(now);
        this.partition = String.join(",", request.partitions());
        this.dependency = request.dependency();
        this.hold = request.hold();
        this.beginAt = request.beginAt();
    }

    /** Returns a separate record for the first pending task of an array, so that the task can start. */
    public static SimulatedJob firstTaskOf(SimulatedJob waiting, int id, ArrayTasks tasks) {
        SimulatedJob task = new SimulatedJob(id, waiting.request, waiting.times.submit());
        task.times = waiting.times;
        task.priority = waiting.priority;
        task.dependency = waiting.dependency;
        task.hold = waiting.hold;
        task.array = waiting.array.map(place -> place.task(tasks.ids().get(0)));
        return task;
    }

    public int id() {
        return id;
    }

    public JobRequest request() {
        return request;
    }

    public JobState state() {
        return state;
    }

    public boolean isPending() {
        return state == JobState.PENDING;
    }

    public boolean isRunning() {
        return state == JobState.RUNNING;
    }

    public Times times() {
        return times;
    }

    public JobReason reason() {
        return reason;
    }

    public long priority() {
        return priority;
    }

    public Hold hold() {
        return hold;
    }

    public long beginAt() {
        return beginAt;
    }

    /** Returns true if the job is pending, and held or impossible. */
    public boolean isHeld() {
        return isPending() && (hold != Hold.NONE || impossible);
    }

    /** Returns true if the job has run, or runs. */
    public boolean started() {
        return !allocations.isEmpty();
    }

    public boolean isConfiguring() {
        return configuring;
    }

    /** Returns the partition of a running job, or all requested partitions, joined by commas. */
    public String partition() {
        return partition;
    }

    /** Returns the priority in each partition; empty unless the job is pending in several partitions. */
    public Map<String, Long> priorities() {
        return priorities;
    }

    public int restarts() {
        return restarts;
    }

    /** Returns the node whose failure ended the job; empty if no node failed. */
    public String failedNode() {
        return failedNode;
    }

    /** Returns the nodes on which backfill plans to start the job. */
    public List<String> plannedNodes() {
        return plannedNodes;
    }

    /** Returns the number of pending tasks in this record: the pending tasks of an array, or 1 for a job. */
    public int waitingTasks() {
        if (!isPending()) {
            return 0;
        }
        return array.flatMap(ArrayPlace::waiting)
                .map(tasks -> tasks.ids().size())
                .orElse(1);
    }

    public Optional<ArrayPlace> array() {
        return array;
    }

    public boolean isTaskOf(int arrayJobId) {
        return array.map(place -> place.arrayJobId() == arrayJobId).orElse(false);
    }

    public Optional<HetPlace> het() {
        return het;
    }

    public Optional<Dependency> dependency() {
        return dependency;
    }

    public boolean dependencyFailed() {
        return dependencyFailed;
    }

    public List<NodeAllocation> allocations() {
        return allocations;
    }

    /** Returns the allocated CPUs and GPUs, or the requested ones of a job that has not started. */
    public Use use() {
        return Use.of(request, allocations);
    }

    /** Returns the time limit in seconds, as an integer. */
    public long limit() {
        return request.timeLimit().toSeconds();
    }

    /** Returns the time at which the running job will end. */
    public long dueAt() {
        return configuring
                ? Long.MAX_VALUE
                : times.start() + Math.min(request.runTime().toSeconds(), limit());
    }

    public void prioritise(Map<String, Long> byPartition) {
        priority =
                byPartition.values().stream().mapToLong(Long::longValue).max().orElse(0);
        priorities = byPartition.size() > 1 ? new LinkedHashMap<>(byPartition) : Map.of();
    }

    public void waitFor(JobReason why, long now) {
        reason = why;
        plannedNodes = List.of();
        times = times.expectedIn(beginAt > now ? beginAt : 0, beginAt > now ? beginAt + limit() : 0)
                .evaluatedAt(now);
    }

    public void plan(long startAt, List<String> nodes) {
        plannedNodes = List.copyOf(nodes);
        times = times.expectedIn(startAt, startAt + limit());
    }

    /**
     * Updates the dependency on another job, if any, after that job has ended. An array ends with its last task.
     *
     * @param tasksLeft number of tasks that have not ended, by the job id of the array
     */
    public void settleDependency(SimulatedJob other, IntToLongFunction tasksLeft) {
        int array = other.array().map(ArrayPlace::arrayJobId).orElse(other.id());
        Optional<Dependency> waitsFor = dependency.filter(d -> d.jobId() == array || d.jobId() == other.id());
        if (waitsFor.isEmpty() || !other.state().ended()) {
            return;
        }
        if (waitsFor.get().ok() && other.state() != JobState.COMPLETED) {
            dependencyFailed = true;
        } else if (waitsFor.get().jobId() != array || tasksLeft.applyAsLong(array) == 0) {
            dependency = Optional.empty();
        }
    }

    public void start(String inPartition, List<NodeAllocation> where, boolean nodesMustBoot, long now) {
        state = JobState.RUNNING;
        reason = JobReason.NONE;
        partition = inPartition;
        priorities = Map.of();
        allocations = List.copyOf(where);
        plannedNodes = List.of();
        configuring = nodesMustBoot;
        times = times.expectedIn(now, now + limit()).evaluatedAt(now);
    }

    /** Restarts the job's run time, as Slurm does when the nodes of a configuring job have booted. */
    public void nodesBooted(long now) {
        configuring = false;
        times = times.expectedIn(now, now + limit());
    }

    public void end(JobState as, JobReason why, long now) {
        state = as;
        reason = why;
        configuring = false;
        plannedNodes = List.of();
        times = times.endedAt(now);
    }

    public void lostNode(String name) {
        failedNode = name;
    }

    /** Requeues the job after a node failure, with Slurm's delay before the next start. */
    public void requeue(long now) {
        state = JobState.PENDING;
        configuring = false;
        allocations = List.of();
        restarts++;
        beginAt = Math.max(beginAt, now + REQUEUE_DELAY);
        partition = String.join(",", request.partitions());
        waitFor(JobReason.BEGIN_TIME, now);
    }

    /**
     * The position of a job record in an array: one task, or all pending tasks.
     *
     * @param limit maximum running tasks; 0 for no limit
     */
    public record ArrayPlace(int arrayJobId, Optional<Integer> taskId, Optional<ArrayTasks> waiting, int limit) {
        public static ArrayPlace waiting(int arrayJobId, ArrayTasks tasks) {
            return new ArrayPlace(arrayJobId, Optional.empty(), Optional.of(tasks), tasks.limit());
        }

        public ArrayPlace task(int id) {
            return new ArrayPlace(arrayJobId, Optional.of(id), Optional.empty(), limit);
        }
    }

    /** The CPUs and GPUs of a job that count towards limits. An exclusive job gets more than it requests. */
    public record Use(JobRequest request, int cpus, int gpus) {
        static Use of(JobRequest request, List<NodeAllocation> where) {
            return where.isEmpty()
                    ? new Use(request, request.totalCpus(), request.totalGpus())
                    : new Use(
                            request,
                            where.stream().mapToInt(NodeAllocation::cpus).sum(),
                            where.stream().mapToInt(held -> held.gpus().size()).sum());
        }
    }

    /** The position of a job record in a heterogeneous job, whose components have consecutive job ids. */
    public record HetPlace(int leaderId, int offset, int components) {}

    /** The actual or planned times of a job, in seconds; 0 if unknown. */
    public record Times(long submit, long eligible, long start, long end, long evaluated) {
        static Times submittedAt(long now) {
            return new Times(now, 0, 0, 0, 0);
        }

        Times eligibleAt(long at) {
            return new Times(submit, at, start, end, evaluated);
        }

        Times expectedIn(long from, long to) {
            return new Times(submit, eligible, from, to, evaluated);
        }

        Times evaluatedAt(long at) {
            return new Times(submit, eligible, start, end, at);
        }

        Times endedAt(long at) {
            return new Times(submit, eligible, start == 0 || start > at ? at : start, at, evaluated);
        }
    }
}
