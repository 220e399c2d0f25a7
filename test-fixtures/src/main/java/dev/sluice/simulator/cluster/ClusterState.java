package dev.sluice.simulator.cluster;

import dev.sluice.common.scheduling.NodeAllocation;
import dev.sluice.simulator.job.ArrayPlace;
import dev.sluice.simulator.job.ArrayTasks;
import dev.sluice.simulator.job.Dependency;
import dev.sluice.simulator.job.HetPlace;
import dev.sluice.simulator.job.Job;
import dev.sluice.simulator.job.JobReason;
import dev.sluice.simulator.job.JobRequest;
import dev.sluice.simulator.job.JobState;
import dev.sluice.simulator.node.Node;
import dev.sluice.simulator.node.NodeFlag;
import dev.sluice.simulator.node.Reservation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Everything that changes on the cluster, and the few ways in which it may change. Not safe for several threads. */
public final class ClusterState {
    private final ClusterDefinition definition;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final SortedMap<Integer, Job> jobs = new TreeMap<>();
    private final SortedMap<Integer, Job> running = new TreeMap<>();
    private final List<Reservation> reservations = new ArrayList<>();
    private final Statistics statistics;
    private final DatabaseStatistics database;
    private long now;
    private int nextJobId = 1;
    private long jobsChangedAt;
    private long nodesChangedAt;
    private long partitionsChangedAt;

    public ClusterState(ClusterDefinition definition, long now) {
        this.definition = definition;
        this.now = now;
        this.jobsChangedAt = now;
        this.nodesChangedAt = now;
        this.partitionsChangedAt = now;
        this.statistics = new Statistics(now);
        this.database = new DatabaseStatistics(now);
        Set<String> dynamic = definition.dynamicNodes();
        definition
                .nodes()
                .forEach(spec -> nodes.put(
                        spec.name(), dynamic.contains(spec.name()) ? Node.dynamic(spec, now) : new Node(spec, now)));
    }

    /** All that may ever be, dynamic nodes that are not there at the moment included. */
    public ClusterDefinition definition() {
        return definition;
    }

    /** The part of it that slurmctld knows of at the moment. */
    ClusterDefinition known() {
        return definition.without(definition.dynamicNodes().stream()
                .filter(name -> !node(name).isRegistered())
                .collect(Collectors.toSet()));
    }

    public long now() {
        return now;
    }

    /** When a node was last added to partitions or taken out of them, or else when slurmctld started. */
    long partitionsChangedAt() {
        return partitionsChangedAt;
    }

    public void partitionsChanged() {
        partitionsChangedAt = now;
    }

    public void moveTo(long time) {
        database.step(now, time);
        statistics.rpcs().step(now, time);
        now = time;
    }

    public Statistics statistics() {
        return statistics;
    }

    DatabaseStatistics database() {
        return database;
    }

    public List<Node> nodes() {
        return nodes.values().stream().filter(Node::isRegistered).toList();
    }

    public Node node(String name) {
        Node node = nodes.get(name);
        if (node == null) {
            throw new IllegalArgumentException("no node " + name);
        }
        return node;
    }

    public List<Job> jobs() {
        return List.copyOf(jobs.values());
    }

    public List<Job> running() {
        return List.copyOf(running.values());
    }

    public List<Job> pending() {
        return jobs.values().stream().filter(Job::isPending).toList();
    }

    public Optional<Job> job(int id) {
        return Optional.ofNullable(jobs.get(id));
    }

    public List<Reservation> reservations() {
        return List.copyOf(reservations);
    }

    public long jobsChangedAt() {
        return jobsChangedAt;
    }

    public long nodesChangedAt() {
        return nodesChangedAt;
    }

    public void jobsChanged() {
        jobsChangedAt = now;
    }

    /** A node has changed by itself or by somebody's hand, which slurmdbd keeps; not only what jobs hold on it. */
    public void nodesChanged() {
        nodesChangedAt = now;
        database.nodeChanged();
        statistics.rpcs().nodeChanged();
    }

    public void reserve(Reservation reservation) {
        reservations.add(reservation);
        nodesChangedAt = now;
        database.reservationMade();
    }

    /** Drops reservations that are over, and with them the jobs that still wait for one. */
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
        nodesChangedAt = now;
    }

    /** Submits one job, or the components of a heterogeneous one; returns the (first) job id. */
    public int submit(List<JobRequest> components) {
        int leader = nextJobId;
        for (JobRequest request : components) {
            request.partitions().forEach(definition::partition);
            definition.qosOf(request);
            definition.accountOf(request);
            Job job = new Job(nextJobId++, request, now);
            request.array().ifPresent(tasks -> job.placeInArray(ArrayPlace.waiting(job.id(), tasks)));
            if (components.size() > 1) {
                job.placeInHet(new HetPlace(leader, job.id() - leader, components.size()));
            }
            request.dependency()
                    .flatMap(d -> job(d.jobId()))
                    .ifPresentOrElse(other -> settle(job, other), job::dependencyMet);
            jobs.put(job.id(), job);
            statistics.submitted();
            statistics.rpcs().submitted(request.user());
        }
        jobsChanged();
        return leader;
    }

    /** All components of the heterogeneous job that this one belongs to, or the job alone. */
    public List<Job> group(Job job) {
        return job.het()
                .map(place -> jobs.values().stream()
                        .filter(other -> other.het().map(HetPlace::leaderId).equals(Optional.of(place.leaderId())))
                        .toList())
                .orElse(List.of(job));
    }

    /** Starts the job, or the first task of an array, which then has a record of its own. */
    public void start(Job waiting, String partition, List<NodeAllocation> where) {
        Job job = nextTask(waiting);
        boolean mustBoot = where.stream().map(a -> node(a.node().name())).anyMatch(ClusterState::isOff);
        for (NodeAllocation allocation : where) {
            Node node = node(allocation.node().name());
            if (node.has(NodeFlag.POWERED_DOWN)) {
                node.powerUp(now);
            }
            node.take(allocation, now);
        }
        job.start(partition, where, mustBoot, now);
        running.put(job.id(), job);
        statistics.started();
        database.jobStarted();
        jobsChanged();
        nodesChangedAt = now;
    }

    private static boolean isOff(Node node) {
        return node.has(NodeFlag.POWERED_DOWN) || node.has(NodeFlag.POWERING_UP);
    }

    private Job nextTask(Job waiting) {
        Optional<ArrayTasks> tasks = waiting.array().flatMap(ArrayPlace::waiting);
        if (tasks.isEmpty()) {
            return waiting;
        }
        int arrayJobId = waiting.array().orElseThrow().arrayJobId();
        if (tasks.get().ids().size() == 1) {
            waiting.placeInArray(
                    waiting.array().orElseThrow().task(tasks.get().ids().get(0)));
            return waiting;
        }
        Job task = Job.firstTaskOf(waiting, nextJobId++, tasks.get());
        jobs.put(task.id(), task);
        waiting.placeInArray(ArrayPlace.waiting(arrayJobId, tasks.get().withoutFirst()));
        return task;
    }

    public void end(Job job, JobState as, JobReason why) {
        if (job.isRunning()) {
            release(job);
            database.jobEnded();
            statistics.rpcs().ended(as, job.request().user(), job.allocations().size());
        }
        job.end(as, why, now);
        statistics.ended(as);
        tellDependants(job);
        jobsChanged();
    }

    public void requeue(Job job) {
        release(job);
        job.requeue(now);
        jobsChanged();
    }

    private void release(Job job) {
        running.remove(job.id());
        job.allocations().forEach(a -> node(a.node().name()).give(a, now));
        nodesChangedAt = now;
    }

    private void tellDependants(Job ended) {
        jobs.values().stream().filter(Job::isPending).forEach(job -> settle(job, ended));
    }

    private static void settle(Job job, Job other) {
        Optional<Dependency> dependency = job.dependency().filter(d -> d.jobId() == other.id());
        if (dependency.isEmpty() || !other.state().ended()) {
            return;
        }
        if (dependency.get().kind() == Dependency.Kind.AFTER_ANY || other.state() == JobState.COMPLETED) {
            job.dependencyMet();
        } else {
            job.dependencyFailedForGood();
        }
    }

    /** Forgets jobs that ended before the given time, as slurmctld does after MinJobAge. */
    public void purgeEndedBefore(long time) {
        if (jobs.values().removeIf(job -> job.state().ended() && job.times().end() < time)) {
            jobsChanged();
        }
    }

    public int licensesUsed(String license) {
        return running().stream()
                .mapToInt(job -> job.request().licenses().getOrDefault(license, 0))
                .sum();
    }
}
