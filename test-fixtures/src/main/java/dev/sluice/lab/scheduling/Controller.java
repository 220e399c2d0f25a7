package dev.sluice.lab.scheduling;

import dev.sluice.lab.scheduling.JobRequest.ArrayTasks;
import dev.sluice.lab.scheduling.JobRequest.Hold;
import dev.sluice.lab.scheduling.SimulatedJob.ArrayPlace;
import dev.sluice.lab.scheduling.SimulatedJob.HetPlace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * slurmctld's records of jobs, nodes and reservations, with the operations that change them. Times are seconds; the
 * caller sets the time. Not thread-safe.
 */
public final class Controller {
    private final ClusterDefinition definition;
    private final ControllerListener listener;
    private final Map<String, SimulatedNode> nodes = new LinkedHashMap<>();
    private final SortedMap<Integer, SimulatedJob> jobs = new TreeMap<>();
    private final SortedMap<Integer, SimulatedJob> pending = new TreeMap<>();
    private final SortedMap<Integer, SimulatedJob> running = new TreeMap<>();
    private final Map<String, SortedMap<Integer, SimulatedJob>> runningByNode = new LinkedHashMap<>();
    private final List<Reservation> reservations = new ArrayList<>();
    private long now;
    private int nextJobId = 1;
    private long revision;
    private long jobsChangedAt;
    private long nodesChangedAt;
    private long partitionsChangedAt;

    public Controller(ClusterDefinition definition, long now, ControllerListener listener) {
        this.definition = definition;
        this.listener = listener;
        this.now = now;
        this.jobsChangedAt = now;
        this.nodesChangedAt = now;
        this.partitionsChangedAt = now;
        for (NodeSpec spec : definition.nodes()) {
            boolean dynamic = definition.dynamicNodes().contains(spec.name());
            nodes.put(spec.name(), new SimulatedNode(spec, dynamic, now));
        }
    }

    /** Returns the configuration of the cluster, including dynamic nodes without a record. */
    public ClusterDefinition definition() {
        return definition;
    }

    /** Returns the partitions with the nodes that have a record in slurmctld. */
    public List<Partition> partitions() {
        Set<String> absent = definition.dynamicNodes().stream()
                .filter(name -> !node(name).isRegistered())
                .collect(Collectors.toSet());
        return definition.partitions().stream()
                .map(partition -> partition.without(absent))
                .toList();
    }

    public long now() {
        return now;
    }

    public void moveTo(long time) {
        now = time;
    }

    /** Returns a number that changes with every change of a record. */
    public long revision() {
        return revision;
    }

    public long jobsChangedAt() {
        return jobsChangedAt;
    }

    public long nodesChangedAt() {
        return nodesChangedAt;
    }

    /** Returns the time of the last change to the nodes of a partition; initially, the start of slurmctld. */
    public long partitionsChangedAt() {
        return partitionsChangedAt;
    }

    void jobsChanged() {
        revision++;
        jobsChangedAt = now;
    }

    private void allocationsChanged() {
        revision++;
        nodesChangedAt = now;
    }

    /** Records a change to a node, except a change of the jobs allocated on the node. */
    public void nodesChanged() {
        allocationsChanged();
        listener.nodeChanged();
    }

    /** Returns the nodes that have a record in slurmctld. */
    public List<SimulatedNode> nodes() {
        return nodes.values().stream().filter(SimulatedNode::isRegistered).toList();
    }

    /** Returns a node of the definition, with or without a record in slurmctld. */
    public SimulatedNode node(String name) {
        return Optional.ofNullable(nodes.get(name)).orElseThrow(() -> new IllegalArgumentException("no node " + name));
    }

    /** Changes a node's record, except the jobs allocated on the node. */
    public void change(String name, Consumer<SimulatedNode> change) {
        SimulatedNode node = node(name);
        boolean registered = node.isRegistered();
        change.accept(node);
        if (node.isRegistered() != registered) {
            partitionsChangedAt = now;
        }
        nodesChanged();
    }

    public void drain(String name, String reason, String by) {
        change(name, node -> node.drain(reason, by, now));
    }

    /** Ends a drain, and recovers a failed node. */
    public void resume(String name) {
        change(name, node -> node.resume(now));
    }

    /** Takes a node down. The caller must end or requeue {@link #runningOn its jobs}. */
    public void fail(String name, String reason) {
        change(name, node -> node.fail(reason, now));
    }

    /** Returns all jobs, including recently ended jobs. */
    public List<SimulatedJob> jobs() {
        return List.copyOf(jobs.values());
    }

    public List<SimulatedJob> pending() {
        return List.copyOf(pending.values());
    }

    /** Returns the names of the nodes that slurmctld has planned for pending jobs. */
    public Set<String> plannedNodes() {
        return pending.values().stream()
                .flatMap(job -> job.plannedNodes().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    public Collection<SimulatedJob> running() {
        return Collections.unmodifiableCollection(running.values());
    }

    public List<SimulatedJob> runningOn(String node) {
        return List.copyOf(
                runningByNode.getOrDefault(node, Collections.emptySortedMap()).values());
    }

    /** Returns the latest end of the node's jobs; 0 without jobs. */
    public long idleAt(String node) {
        return runningOn(node).stream()
                .mapToLong(job -> job.times().end())
                .max()
                .orElse(0);
    }

    public Optional<SimulatedJob> job(int id) {
        return Optional.ofNullable(jobs.get(id));
    }

    public List<Reservation> reservations() {
        return List.copyOf(reservations);
    }

    /** Returns the reservation of the node that is in force. */
    public Optional<Reservation> reservationOf(String node) {
        return reservations.stream()
                .filter(r -> r.inForce(now) && r.nodes().contains(node))
                .findFirst();
    }

    /** Returns true if other jobs have a reservation of the node between now and the given time. */
    boolean isReservedForOthers(String node, JobRequest request, long until) {
        return reservations.stream()
                .anyMatch(r ->
                        r.touches(node, now, until) && !request.reservation().equals(Optional.of(r.name())));
    }

    public void reserve(Reservation reservation) {
        reservation.nodes().forEach(this::node);
        reservations.add(reservation);
        allocationsChanged();
    }

    /** Removes ended reservations, and cancels the pending jobs that requested a removed reservation. */
    public void forgetReservations() {
        List<String> over = reservations.stream()
                .filter(r -> r.endAt() <= now)
                .map(Reservation::name)
                .toList();
        if (over.isEmpty()) {
            return;
        }
        reservations.removeIf(r -> over.contains(r.name()));
        pending().stream()
                .filter(job -> job.request().reservation().map(over::contains).orElse(false))
                .forEach(job -> end(job, JobState.CANCELLED, JobReason.RESERVATION));
        allocationsChanged();
    }

    /** Submits a job, or the components of a heterogeneous job; returns the job id (of the first component). */
    public int submit(List<JobRequest> components) {
        int leader = nextJobId;
        for (JobRequest request : components) {
            request.partitions().forEach(definition::partition);
            definition.qosOf(request);
            definition.accountOf(request);
            SimulatedJob job = new SimulatedJob(nextJobId++, request, now);
            request.array().ifPresent(tasks -> job.array = Optional.of(ArrayPlace.waiting(job.id(), tasks)));
            if (components.size() > 1) {
                job.het = Optional.of(new HetPlace(leader, job.id() - leader, components.size()));
            }
            Optional<SimulatedJob> other = request.dependency().flatMap(d -> job(d.jobId()));
            job.dependency = other.flatMap(unused -> job.dependency);
            other.ifPresent(found -> job.settleDependency(found, this::tasksLeft));
            prioritise(job);
            jobs.put(job.id(), job);
            pending.put(job.id(), job);
            listener.submitted(job);
        }
        jobsChanged();
        return leader;
    }

    void prioritise(SimulatedJob job) {
        job.prioritise(job.isHeld() ? Map.of() : definition.weights().priorities(job, this));
    }

    /** Returns all components if the job is part of a heterogeneous job; otherwise returns only the job. */
    public List<SimulatedJob> group(SimulatedJob job) {
        return job.het()
                .map(place -> IntStream.range(0, place.components())
                        .mapToObj(offset -> job(place.leaderId() + offset))
                        .flatMap(Optional::stream)
                        .toList())
                .orElse(List.of(job));
    }

    /** Releases a held job. */
    public void release(SimulatedJob job) {
        job.hold = Hold.NONE;
        prioritise(job);
        jobsChanged();
    }

    /** Starts the job, or the first pending task of an array. The started task gets its own record. */
    void start(SimulatedJob waiting, String partition, List<NodeAllocation> where) {
        SimulatedJob job = nextTask(waiting);
        boolean mustBoot = false;
        for (NodeAllocation allocation : where) {
            SimulatedNode node = node(allocation.node().name());
            mustBoot |= node.has(NodeFlag.POWERED_DOWN) || node.has(NodeFlag.POWERING_UP);
            if (node.has(NodeFlag.POWERED_DOWN)) {
                node.powerUp(now);
            }
            node.take(allocation, now);
            runningByNode
                    .computeIfAbsent(node.name(), unused -> new TreeMap<>())
                    .put(job.id(), job);
        }
        job.start(partition, where, mustBoot, now);
        pending.remove(job.id());
        running.put(job.id(), job);
        listener.started(job);
        jobsChanged();
        allocationsChanged();
    }

    private SimulatedJob nextTask(SimulatedJob waiting) {
        Optional<ArrayTasks> tasks = waiting.array().flatMap(ArrayPlace::waiting);
        if (tasks.isEmpty()) {
            return waiting;
        }
        ArrayPlace array = waiting.array().orElseThrow();
        if (tasks.get().ids().size() == 1) {
            waiting.array = Optional.of(array.task(tasks.get().ids().get(0)));
            return waiting;
        }
        SimulatedJob task = SimulatedJob.firstTaskOf(waiting, nextJobId++, tasks.get());
        jobs.put(task.id(), task);
        waiting.array =
                Optional.of(ArrayPlace.waiting(array.arrayJobId(), tasks.get().withoutFirst()));
        return task;
    }

    /** Records that the nodes of a configuring job have booted. */
    void booted(SimulatedJob job) {
        job.nodesBooted(now);
        listener.booted(job);
        jobsChanged();
    }

    /** Ends the jobs that are complete or have reached their time limit. */
    public void endDue() {
        List<SimulatedJob> due =
                running.values().stream().filter(job -> job.dueAt() <= now).toList();
        for (SimulatedJob job : due) {
            boolean hitsLimit = job.request().runTime().compareTo(job.request().timeLimit()) > 0;
            JobState as = hitsLimit ? JobState.TIMEOUT : job.request().ending();
            end(job, as, JobReason.of(as));
        }
    }

    public void end(SimulatedJob job, JobState as, JobReason why) {
        if (job.isRunning()) {
            giveBack(job);
        }
        pending.remove(job.id());
        job.end(as, why, now);
        listener.ended(job);
        pending.values().forEach(waiting -> waiting.settleDependency(job, this::tasksLeft));
        jobsChanged();
    }

    public void requeue(SimulatedJob job) {
        giveBack(job);
        job.requeue(now);
        pending.put(job.id(), job);
        jobsChanged();
    }

    private void giveBack(SimulatedJob job) {
        running.remove(job.id());
        for (NodeAllocation allocation : job.allocations()) {
            String name = allocation.node().name();
            node(name).give(allocation, now);
            Optional.ofNullable(runningByNode.get(name)).ifPresent(there -> there.remove(job.id()));
        }
        listener.released(job);
        allocationsChanged();
    }

    private long tasksLeft(int arrayJobId) {
        return runningTasks(arrayJobId)
                + pending.values().stream()
                        .filter(job -> job.isTaskOf(arrayJobId))
                        .count();
    }

    /** Returns the number of running tasks of the array. */
    long runningTasks(int arrayJobId) {
        return running.values().stream().filter(job -> job.isTaskOf(arrayJobId)).count();
    }

    /** Removes jobs that ended before the given time, as slurmctld does after MinJobAge. */
    public void purgeEndedBefore(long time) {
        if (jobs.values().removeIf(job -> job.state().ended() && job.times().end() < time)) {
            jobsChanged();
        }
    }

    public int licensesUsed(String license) {
        return running.values().stream()
                .mapToInt(job -> job.request().licenses().getOrDefault(license, 0))
                .sum();
    }
}
