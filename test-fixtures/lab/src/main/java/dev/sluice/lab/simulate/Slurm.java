package dev.sluice.lab.simulate;

import dev.sluice.lab.scheduling.ClusterDefinition;
import dev.sluice.lab.scheduling.Controller;
import dev.sluice.lab.scheduling.ControllerListener;
import dev.sluice.lab.scheduling.JobReason;
import dev.sluice.lab.scheduling.NodeFlag;
import dev.sluice.lab.scheduling.NodeSpec;
import dev.sluice.lab.scheduling.Partition;
import dev.sluice.lab.scheduling.Reservation;
import dev.sluice.lab.scheduling.SchedulingPass;
import dev.sluice.lab.scheduling.SimulatedJob;
import dev.sluice.lab.scheduling.SimulatedJob.ArrayPlace;
import dev.sluice.lab.scheduling.SimulatedNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A simulated slurmctld whose nodes belong to NodeSets. Records what the jobs did. Times are seconds since the start of
 * the simulation.
 */
public final class Slurm {

    /** Pending reasons that end at a known time or in the next scheduling pass. */
    private static final Set<JobReason> TIMED = EnumSet.of(JobReason.NONE, JobReason.BEGIN_TIME);

    private static final Duration UNLIMITED = Duration.ofSeconds(Long.MAX_VALUE);

    private final boolean reserved;
    private final Controller controller;
    private final Map<NodeSetSpec, List<SimulatedNode>> nodes = new LinkedHashMap<>();
    private final Map<String, NodeSetSpec> setOfNode = new HashMap<>();
    private final Map<Integer, Submission> submissions = new HashMap<>();
    private final Map<String, List<Span>> spans = new TreeMap<>();
    private final List<Start> starts = new ArrayList<>();
    private long scheduledRevision = -1;

    /**
     * The first start of a job, or of a task of an array.
     *
     * @param waited seconds since submission
     */
    public record Start(Submission job, long waited) {}

    /** A period, such as the time in which a job ran on a node. */
    public record Span(long from, long to) {}

    /**
     * Creates a controller without jobs.
     *
     * @param sets NodeSets whose nodes may register
     * @param cloud true for nodes of Slurm's power saving: all nodes are defined and powered down
     */
    public Slurm(List<NodeSetSpec> sets, List<Reservation> reservations, boolean cloud) {
        this.reserved = !reservations.isEmpty();
        this.controller = new Controller(definition(sets, cloud), 0, new Runs());
        reservations.forEach(controller::reserve);
        for (NodeSetSpec set : sets) {
            nodes.put(
                    set,
                    IntStream.range(0, set.max())
                            .mapToObj(ordinal -> controller.node(set.node(ordinal)))
                            .toList());
            nodes(set).forEach(node -> setOfNode.put(node.name(), set));
        }
    }

    private static ClusterDefinition definition(List<NodeSetSpec> sets, boolean cloud) {
        List<NodeSpec> nodes = sets.stream()
                .flatMap(set -> IntStream.range(0, set.max()).mapToObj(ordinal -> set.definition(ordinal, cloud)))
                .toList();
        Set<String> names = nodes.stream().map(NodeSpec::name).collect(Collectors.toSet());
        Stream<String> partitions = sets.stream()
                .flatMap(set -> set.partitions().stream())
                .distinct()
                .sorted();
        return ClusterDefinition.plain(
                nodes, partitions.map(name -> partition(name, sets)).toList(), cloud ? Set.of() : names);
    }

    private static Partition partition(String name, List<NodeSetSpec> all) {
        List<NodeSetSpec> sets =
                all.stream().filter(set -> set.partitions().contains(name)).toList();
        List<String> names = sets.stream()
                .flatMap(set -> IntStream.range(0, set.max()).mapToObj(set::node))
                .toList();
        String nodeSets = sets.stream().map(NodeSetSpec::name).collect(Collectors.joining(","));
        return new Partition(name, names, true, false, UNLIMITED, Optional.empty(), 1, 0, nodeSets);
    }

    /** Returns the simulated slurmctld. */
    public Controller controller() {
        return controller;
    }

    /** Returns all possible nodes of a NodeSet by ordinal, registered or not. */
    public List<SimulatedNode> nodes(NodeSetSpec set) {
        return nodes.getOrDefault(set, List.of());
    }

    /** Returns the number of nodes of a NodeSet with a running job. A job on a booting node does not run yet. */
    public int busyNodes(NodeSetSpec set) {
        return (int) nodes(set).stream()
                .filter(node -> !node.isIdle() && !node.has(NodeFlag.POWERING_UP))
                .count();
    }

    /** Returns the first starts of jobs and array tasks, in order. */
    public List<Start> starts() {
        return starts;
    }

    /** Returns the times in which jobs ran, by node; not of jobs that run now. */
    public Map<String, List<Span>> spans() {
        return spans;
    }

    public void submit(Submission submission) {
        submissions.put(controller.submit(List.of(submission.job())), submission);
    }

    /** Takes a node down and requeues its jobs. */
    public void fail(String node, long now) {
        controller.moveTo(now);
        controller.runningOn(node).forEach(controller::requeue);
        controller.fail(node, "Not responding");
    }

    /** Ends each job whose run time is over. */
    public void finish(long now) {
        controller.moveTo(now);
        controller.endDue();
        controller.purgeEndedBefore(now + 1);
    }

    /** Records the spans of running jobs up to the end of the simulation. */
    public void close(long now) {
        controller.moveTo(now);
        controller.running().forEach(this::account);
    }

    /** Runs one scheduling pass if anything could have changed. */
    public void schedule(long now) {
        controller.moveTo(now);
        if (controller.revision() != scheduledRevision || changesWithTime()) {
            scheduledRevision = controller.revision();
            SchedulingPass.run(controller);
        }
    }

    /** Returns true if the observed state can change without an event. */
    public boolean changesWithTime() {
        return reserved || controller.pending().stream().anyMatch(job -> TIMED.contains(job.reason()));
    }

    /** Returns the number of jobs and array tasks that never started, by submission. */
    public Map<Submission, Integer> neverStarted() {
        Map<Submission, Integer> never = new LinkedHashMap<>();
        controller.pending().stream()
                .filter(job -> job.restarts() == 0)
                .forEach(job -> never.merge(submission(job), job.waitingTasks(), Integer::sum));
        return never;
    }

    /** Returns the current state in the exporter's model. */
    public Records records() {
        return new Records(
                controller, node -> Optional.ofNullable(setOfNode.get(node)).orElseThrow());
    }

    /** Returns the number of pending jobs and array tasks of a partition, for any reason, as slurmctld counts them. */
    public long pendingJobs(String partition) {
        return controller.pending().stream()
                .filter(job -> job.request().partitions().contains(partition))
                .mapToLong(SimulatedJob::waitingTasks)
                .sum();
    }

    private Submission submission(SimulatedJob job) {
        int id = job.array().map(ArrayPlace::arrayJobId).orElse(job.id());
        return Optional.ofNullable(submissions.get(id)).orElseThrow();
    }

    private void account(SimulatedJob job) {
        Span span = new Span(job.times().start(), controller.now());
        job.allocations()
                .forEach(held -> spans.computeIfAbsent(held.node().name(), unused -> new ArrayList<>())
                        .add(span));
    }

    /** Records starts and spans. */
    private final class Runs implements ControllerListener {
        @Override
        public void started(SimulatedJob job) {
            if (!job.isConfiguring()) {
                booted(job);
            }
        }

        @Override
        public void booted(SimulatedJob job) {
            if (job.restarts() == 0) {
                starts.add(new Start(
                        submission(job), controller.now() - submission(job).at()));
            }
        }

        @Override
        public void released(SimulatedJob job) {
            account(job);
        }
    }
}
