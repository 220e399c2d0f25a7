package dev.sluice.simulator;

import dev.sluice.common.scheduling.NodeAllocation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A job record of the living queue. Times are epoch seconds of the simulation. */
final class Job {
    private final int id;
    private final JobRequest request;
    private JobState state = JobState.PENDING;
    private JobReason reason = JobReason.NONE;
    private JobTimes times;
    private String partition;
    private long priority;
    private Map<String, Long> priorities = Map.of();
    private boolean configuring;
    private Optional<ArrayPlace> array = Optional.empty();
    private Optional<HetPlace> het = Optional.empty();
    private List<NodeAllocation> allocations = List.of();
    private List<String> plannedNodes = List.of();
    private Optional<Dependency> dependency;
    private boolean dependencyFailed;
    private Hold hold;
    private boolean examined;
    private boolean impossible;
    private long beginAt;
    private int restarts;
    private String failedNode = "";

    Job(int id, JobRequest request, long now) {
        this.id = id;
        this.request = request;
        this.times = JobTimes.submittedAt(now);
        this.partition = String.join(",", request.partitions());
        this.dependency = request.dependency();
        this.hold = request.hold();
        this.beginAt = request.beginAt();
    }

    /** A task that leaves its array's record to start on its own. */
    static Job firstTaskOf(Job waiting, int id, ArrayTasks tasks) {
        Job task = new Job(id, waiting.request, waiting.times.submit());
        task.times = waiting.times;
        task.priority = waiting.priority;
        task.dependency = waiting.dependency;
        task.hold = waiting.hold;
        task.array = waiting.array.map(place -> place.task(tasks.ids().get(0)));
        return task;
    }

    int id() {
        return id;
    }

    JobRequest request() {
        return request;
    }

    JobState state() {
        return state;
    }

    boolean isPending() {
        return state == JobState.PENDING;
    }

    boolean isRunning() {
        return state == JobState.RUNNING;
    }

    JobTimes times() {
        return times;
    }

    JobReason reason() {
        return reason;
    }

    long priority() {
        return priority;
    }

    Hold hold() {
        return hold;
    }

    boolean isImpossible() {
        return impossible;
    }

    boolean isExamined() {
        return examined;
    }

    long beginAt() {
        return beginAt;
    }

    boolean isConfiguring() {
        return configuring;
    }

    Optional<ArrayPlace> array() {
        return array;
    }

    Optional<HetPlace> het() {
        return het;
    }

    Optional<Dependency> dependency() {
        return dependency;
    }

    boolean dependencyFailed() {
        return dependencyFailed;
    }

    List<NodeAllocation> allocations() {
        return allocations;
    }

    /** Limit in whole seconds. */
    long limit() {
        return request.timeLimit().toSeconds();
    }

    /** When the running job will end by itself. */
    long dueAt() {
        return configuring
                ? Long.MAX_VALUE
                : times.start() + Math.min(request.runTime().toSeconds(), limit());
    }

    boolean hitsLimit() {
        return request.runTime().compareTo(request.timeLimit()) > 0;
    }

    void placeInArray(ArrayPlace place) {
        array = Optional.of(place);
    }

    void placeInHet(HetPlace place) {
        het = Optional.of(place);
    }

    void prioritise(Map<String, Long> byPartition) {
        priority =
                byPartition.values().stream().mapToLong(Long::longValue).max().orElse(0);
        priorities = byPartition.size() > 1 ? new LinkedHashMap<>(byPartition) : Map.of();
    }

    void waitFor(JobReason why, long now) {
        reason = why;
        plannedNodes = List.of();
        times = times.expectedIn(beginAt > now ? beginAt : 0, beginAt > now ? beginAt + limit() : 0)
                .evaluatedAt(now);
    }

    void plan(long startAt, List<String> nodes) {
        plannedNodes = nodes;
        times = times.expectedIn(startAt, startAt + limit());
    }

    void becomeEligible(long at) {
        times = times.eligibleAt(at);
    }

    /** Keeps whether the job would fit on an empty cluster; Slurm holds one that would not. */
    void examined(boolean possible) {
        examined = true;
        impossible = !possible;
    }

    void release() {
        hold = Hold.NONE;
    }

    void dependencyMet() {
        dependency = Optional.empty();
    }

    void dependencyFailedForGood() {
        dependencyFailed = true;
    }

    void start(String inPartition, List<NodeAllocation> where, boolean nodesMustBoot, long now) {
        state = JobState.RUNNING;
        reason = JobReason.NONE;
        partition = inPartition;
        priorities = Map.of();
        allocations = List.copyOf(where);
        plannedNodes = List.of();
        configuring = nodesMustBoot;
        times = times.expectedIn(now, now + limit()).evaluatedAt(now);
    }

    /** Slurm starts the clock of a job anew when the nodes that it waited for have booted. */
    void nodesBooted(long now) {
        configuring = false;
        times = times.expectedIn(now, now + limit());
    }

    void end(JobState as, JobReason why, long now) {
        state = as;
        reason = why;
        configuring = false;
        plannedNodes = List.of();
        times = as == JobState.PREEMPTED ? times.preemptedAt(now) : times.endedAt(now);
    }

    void lostNode(String name) {
        failedNode = name;
    }

    /** Back into the queue after its node failed; Slurm lets such a job wait a little. */
    void requeue(long now) {
        state = JobState.PENDING;
        configuring = false;
        allocations = List.of();
        restarts++;
        beginAt = now + 120;
        partition = String.join(",", request.partitions());
        waitFor(JobReason.BEGIN_TIME, now);
    }

    JobRecord record() {
        return new JobRecord(
                id,
                request,
                state,
                reason,
                times,
                partition,
                priority,
                priorities,
                configuring,
                array,
                het,
                allocations,
                plannedNodes,
                dependency,
                dependencyFailed,
                isPending() && (hold != Hold.NONE || impossible),
                restarts,
                failedNode);
    }
}
