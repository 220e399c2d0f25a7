package dev.sluice.exporter.simulate.slurm;

import dev.sluice.common.scheduling.BackfillPlan;
import dev.sluice.common.scheduling.NodeAllocation;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;

/** The controller: its records, and what happens to them from outside. Time is seconds since the start. */
public final class Slurm {

    /** A requeued job may not start again at once. */
    private static final long REQUEUE_DELAY = 120;

    private static final Comparator<RunningTask> BY_END =
            Comparator.comparingLong(RunningTask::endsAt).thenComparingLong(RunningTask::id);

    private final List<NodeType> types;
    private final List<Maintenance> maintenances;
    private final Map<String, SimulatedNode> nodes = new LinkedHashMap<>();
    private final List<QueuedJob> queue = new ArrayList<>();
    private final List<QueuedJob> jobs = new ArrayList<>();
    private final PriorityQueue<RunningTask> running = new PriorityQueue<>(BY_END);
    private final Set<Long> ended = new HashSet<>();
    private final List<Execution> executions = new ArrayList<>();
    private final List<Long> waits = new ArrayList<>();
    private long revision;
    private boolean unscheduled = true;

    public Slurm(List<NodeType> types, List<Maintenance> maintenances) {
        this.types = List.copyOf(types);
        this.maintenances = List.copyOf(maintenances);
    }

    /** Changes whenever something in the records does. */
    public long revision() {
        return revision;
    }

    /** How long each task that started waited for its first start, in the order of the starts. */
    public List<Long> waits() {
        return waits;
    }

    /** What has run and ended. */
    public List<Execution> executions() {
        return executions;
    }

    public Optional<SimulatedNode> node(NodeType type, int ordinal) {
        return Optional.ofNullable(nodes.get(SimulatedNode.nameOf(type, ordinal)));
    }

    public void submit(JobSpec spec) {
        QueuedJob job = new QueuedJob(spec);
        queue.add(job);
        jobs.add(job);
        changed();
    }

    /** The node of a pod that is ready. */
    public void register(NodeType type, int ordinal) {
        nodes.computeIfAbsent(SimulatedNode.nameOf(type, ordinal), unused -> new SimulatedNode(type, ordinal))
                .register();
        changed();
    }

    /** What the pod says as it stops; the record stays. */
    public void podStopped(NodeType type, int ordinal, long now) {
        node(type, ordinal).ifPresent(node -> node.down("Pod is terminating", now));
        changed();
    }

    public void drain(SimulatedNode node, String reason, long now) {
        node.drain(reason, now);
        changed();
    }

    public void resume(SimulatedNode node) {
        node.resume();
        changed();
    }

    /** A node goes down: its jobs return to the queue. */
    public void fail(SimulatedNode node, long now) {
        for (RunningTask task : List.copyOf(node.tasks())) {
            running.remove(task);
            release(task, now);
            task.job().requeue(now + REQUEUE_DELAY);
            if (!queue.contains(task.job())) {
                queue.add(task.job());
            }
        }
        node.down("Not responding", now);
        changed();
    }

    /** Ends what has run long enough. */
    public void finish(long now) {
        for (RunningTask task = running.peek(); task != null && task.endsAt() <= now; task = running.peek()) {
            running.remove();
            release(task, now);
            task.job().end();
            if (task.job().ended()) {
                ended.add(task.job().spec().id());
            }
            changed();
        }
    }

    /** Ends the account: what still runs has run until now. */
    public void close(long now) {
        for (RunningTask task : List.copyOf(running)) {
            release(task, now);
        }
        running.clear();
    }

    /** One cycle of the scheduler, which is skipped where nothing can have changed. */
    public void schedule(long now) {
        boolean timed = !maintenances.isEmpty() || queue.stream().anyMatch(job -> waitsForTime(job, now));
        if (unscheduled || timed) {
            unscheduled = false;
            new SchedulingCycle(this, now).run();
            queue.removeIf(job -> job.waitingTasks() == 0);
        }
    }

    /** Whether what is observed can change without an event. */
    public boolean changesWithTime() {
        return !maintenances.isEmpty()
                || queue.stream()
                        .anyMatch(job ->
                                job.reason().equals("None") || job.reason().equals("BeginTime"));
    }

    /** Jobs and tasks that never started. */
    public Map<JobSpec, Integer> neverStarted() {
        Map<JobSpec, Integer> never = new LinkedHashMap<>();
        for (QueuedJob job : jobs) {
            if (job.neverStarted() > 0) {
                never.put(job.spec(), job.neverStarted());
            }
        }
        return never;
    }

    /** Whether every job has come to its end. */
    public boolean idle() {
        return queue.isEmpty() && running.isEmpty();
    }

    /** What slurmrestd would answer about nodes. */
    public List<Node> nodeRecords(long now) {
        return nodes.values().stream()
                .map(node ->
                        Records.of(node, maintenances.stream().anyMatch(maintenance -> maintenance.isOn(node, now))))
                .toList();
    }

    /** What slurmrestd would answer about jobs. */
    public List<Job> jobRecords(long now) {
        List<Job> records = new ArrayList<>();
        queue.forEach(job -> records.add(Records.waiting(job, now)));
        running.forEach(task -> records.add(Records.running(task)));
        return records;
    }

    /** What slurmrestd would answer about partitions. */
    public List<Partition> partitionRecords() {
        Set<String> names = new TreeSet<>();
        types.forEach(type -> names.addAll(type.partitions()));
        return names.stream()
                .map(name -> Records.partition(name, types, nodes.values()))
                .toList();
    }

    /** Array tasks and jobs that wait, for whatever reason, as slurmctld's own metrics count them. */
    public long pendingJobs(String partition) {
        return queue.stream()
                .filter(job -> job.spec().partition().equals(partition))
                .mapToLong(QueuedJob::waitingTasks)
                .sum();
    }

    List<QueuedJob> queue() {
        return queue;
    }

    List<SimulatedNode> nodes(String partition) {
        return nodes.values().stream()
                .filter(node -> node.type().partitions().contains(partition))
                .toList();
    }

    List<Maintenance> maintenances() {
        return maintenances;
    }

    boolean hasEnded(long job) {
        return ended.contains(job);
    }

    void start(QueuedJob job, List<NodeAllocation> on, long now) {
        RunningTask task = new RunningTask(
                job.nextId(),
                job,
                on,
                now,
                now + job.spec().duration(),
                now + job.spec().timeLimit());
        if (job.start()) {
            waits.add(now - job.spec().submitAt());
        }
        on.forEach(held -> node(held).add(task, held));
        running.add(task);
        changed();
    }

    void changed() {
        revision++;
        unscheduled = true;
    }

    private SimulatedNode node(NodeAllocation held) {
        return Optional.ofNullable(nodes.get(held.node().name())).orElseThrow();
    }

    /** The ends of all running tasks, node by node. */
    List<BackfillPlan.Ending> endings() {
        return running.stream().flatMap(RunningTask::endings).toList();
    }

    private static boolean waitsForTime(QueuedJob job, long now) {
        return job.reason().equals("BeginTime")
                || (job.reason().equals("JobHeldUser") && !job.heldAt(now))
                || job.reason().equals("None");
    }

    private void release(RunningTask task, long now) {
        Map<String, Integer> bySet = new LinkedHashMap<>();
        for (NodeAllocation held : task.allocations()) {
            SimulatedNode node = node(held);
            node.remove(task, held);
            bySet.merge(node.type().nodeSet(), 1, Integer::sum);
        }
        bySet.forEach(
                (set, count) -> executions.add(new Execution(set, task.job().spec(), count, task.startedAt(), now)));
    }
}
