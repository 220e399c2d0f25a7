package dev.sluice.lab.simulate.slurm;

import dev.sluice.exporter.model.job.Job;
import dev.sluice.lab.scheduling.NodeAllocation;
import dev.sluice.lab.scheduling.NodeSpec;
import dev.sluice.lab.scheduling.Reservation;
import dev.sluice.lab.scheduling.controller.Account;
import dev.sluice.lab.scheduling.controller.ClusterDefinition;
import dev.sluice.lab.scheduling.controller.Controller;
import dev.sluice.lab.scheduling.controller.ControllerListener;
import dev.sluice.lab.scheduling.controller.Limits;
import dev.sluice.lab.scheduling.controller.Partition;
import dev.sluice.lab.scheduling.controller.PriorityWeights;
import dev.sluice.lab.scheduling.controller.Qos;
import dev.sluice.lab.scheduling.controller.SchedulingPass;
import dev.sluice.lab.scheduling.job.ArrayPlace;
import dev.sluice.lab.scheduling.job.Hold;
import dev.sluice.lab.scheduling.job.JobReason;
import dev.sluice.lab.scheduling.job.SimulatedJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A simulated Slurm controller, whose nodes are the pods of NodeSets. Records starts and executions, and converts its
 * state to the exporter's model. Times are seconds since the start of the simulation.
 */
public final class Slurm {

    /** Pending reasons that end at a known time or in the next scheduling pass. */
    private static final Set<JobReason> TIMED = EnumSet.of(JobReason.NONE, JobReason.BEGIN_TIME);

    private static final Duration UNLIMITED = Duration.ofSeconds(Long.MAX_VALUE);

    private final List<NodeSetSpec> sets;
    private final List<Reservation> reservations;
    private final boolean cloudNodes;
    private final Controller controller;
    private final Map<String, NodeType> types = new HashMap<>();
    private final Map<Integer, JobSpec> specs = new HashMap<>();
    private final Map<Long, Integer> ids = new HashMap<>();
    private final List<Execution> executions = new ArrayList<>();
    private final List<Start> starts = new ArrayList<>();
    private final List<Job> ended = new ArrayList<>();
    private long scheduledRevision = -1;

    /**
     * The first start of a job, or of a task of an array.
     *
     * @param waited seconds since submission
     */
    public record Start(JobSpec job, long waited) {}

    /**
     * Creates a controller without nodes and jobs.
     *
     * @param sets NodeSets whose nodes may register
     */
    public Slurm(List<NodeSetSpec> sets, List<Reservation> reservations) {
        this(sets, reservations, false);
    }

    /** Returns a controller for Slurm's power saving. All nodes of the controller are defined and powered down. */
    public static Slurm withCloudNodes(List<NodeSetSpec> sets, List<Reservation> reservations) {
        return new Slurm(sets, reservations, true);
    }

    private Slurm(List<NodeSetSpec> sets, List<Reservation> reservations, boolean cloudNodes) {
        this.sets = List.copyOf(sets);
        this.reservations = List.copyOf(reservations);
        this.cloudNodes = cloudNodes;
        this.controller = new Controller(definition(), 0, new Runs());
        reservations.forEach(controller::reserve);
    }

    private ClusterDefinition definition() {
        List<NodeSpec> nodes = new ArrayList<>();
        for (NodeSetSpec set : sets) {
            for (int ordinal = 0; ordinal < set.max(); ordinal++) {
                NodeSpec node = set.type().spec(ordinal, cloudNodes);
                nodes.add(node);
                types.put(node.name(), set.type());
            }
        }
        Set<String> partitions = new TreeSet<>();
        sets.forEach(set -> partitions.addAll(set.type().partitions()));
        return new ClusterDefinition(
                "simulated",
                nodes,
                partitions.stream().map(name -> partition(name, nodes)).toList(),
                new TreeMap<>(Map.of(JobSpec.QOS, new Qos(1, JobSpec.QOS, 0, false, false, Limits.NONE, Limits.NONE))),
                new TreeMap<>(Map.of(JobSpec.ACCOUNT, new Account(JobSpec.ACCOUNT, 1, Limits.NONE))),
                new TreeMap<>(Map.of(JobSpec.USER, JobSpec.ACCOUNT)),
                Collections.emptySortedMap(),
                cloudNodes ? Set.of() : types.keySet(),
                PriorityWeights.SUBMISSION_ORDER);
    }

    private Partition partition(String name, List<NodeSpec> nodes) {
        String nodeSets = sets.stream()
                .map(NodeSetSpec::type)
                .filter(type -> type.partitions().contains(name))
                .map(NodeType::nodeSet)
                .collect(Collectors.joining(","));
        List<String> names = nodes.stream()
                .map(NodeSpec::name)
                .filter(node -> type(node).partitions().contains(name))
                .toList();
        return new Partition(name, names, true, false, UNLIMITED, Optional.empty(), 1, 0, nodeSets);
    }

    private NodeType type(String node) {
        return Optional.ofNullable(types.get(node)).orElseThrow();
    }

    /** Returns the simulated slurmctld. */
    public Controller controller() {
        return controller;
    }

    /** Returns the first starts of jobs and array tasks, in order. */
    public List<Start> starts() {
        return starts;
    }

    /** Returns the ended jobs and array tasks, in order. */
    public List<Job> ended() {
        return ended;
    }

    /** Returns the ended executions. */
    public List<Execution> executions() {
        return executions;
    }

    public void submit(JobSpec spec) {
        int id = controller.submit(List.of(spec.submission(ids)));
        ids.put(spec.id(), id);
        specs.put(id, spec);
    }

    /** Takes a node down and requeues its jobs. */
    public void fail(String node, long now) {
        controller.moveTo(now);
        controller.runningOn(node).forEach(controller::requeue);
        controller.fail(node, "Not responding");
    }

    /** Ends each job whose run time is over, and releases each hold that is due. */
    public void finish(long now) {
        controller.moveTo(now);
        controller.endDue();
        controller.purgeEndedBefore(now + 1);
        for (SimulatedJob job : controller.pending()) {
            if (job.hold() != Hold.NONE && spec(job).eligibility().heldUntil() <= now) {
                controller.release(job);
            }
        }
    }

    /** Records the running jobs as executions that end at the current time. */
    public void close(long now) {
        controller.running().forEach(job -> account(job, now));
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
        return !reservations.isEmpty() || controller.pending().stream().anyMatch(job -> TIMED.contains(job.reason()));
    }

    /** Returns the number of jobs and array tasks that never started, by job specification. */
    public Map<JobSpec, Integer> neverStarted() {
        Map<JobSpec, Integer> never = new LinkedHashMap<>();
        controller.pending().stream()
                .filter(job -> job.restarts() == 0)
                .forEach(job -> never.merge(spec(job), job.waitingTasks(), Integer::sum));
        return never;
    }

    /** Returns the current state in the exporter's model. */
    public Records records() {
        return new Records(controller, this::type);
    }

    /**
     * Returns the number of jobs and array tasks of a partition that are pending for any reason. slurmctld's own
     * metrics also contain this number.
     */
    public long pendingJobs(String partition) {
        return controller.pending().stream()
                .filter(job -> job.request().partitions().contains(partition))
                .mapToLong(SimulatedJob::waitingTasks)
                .sum();
    }

    /** Returns the number of pending jobs and array tasks of all partitions. */
    public long pendingJobs() {
        return controller.pending().stream()
                .mapToLong(SimulatedJob::waitingTasks)
                .sum();
    }

    private JobSpec spec(SimulatedJob job) {
        int id = job.array().map(ArrayPlace::arrayJobId).orElse(job.id());
        return Optional.ofNullable(specs.get(id)).orElseThrow();
    }

    private void account(SimulatedJob job, long now) {
        Map<String, List<String>> bySet = new LinkedHashMap<>();
        for (NodeAllocation held : job.allocations()) {
            String node = held.node().name();
            bySet.computeIfAbsent(type(node).nodeSet(), unused -> new ArrayList<>())
                    .add(node);
        }
        bySet.forEach((set, nodes) ->
                executions.add(new Execution(set, spec(job), nodes, job.times().start(), now)));
    }

    /** Records starts, ends and executions. */
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
                starts.add(new Start(spec(job), controller.now() - spec(job).submitAt()));
            }
        }

        @Override
        public void ended(SimulatedJob job) {
            ended.add(Records.record(job));
        }

        @Override
        public void released(SimulatedJob job) {
            account(job, controller.now());
        }
    }
}
