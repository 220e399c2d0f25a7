package dev.sluice.lab.kubernetes;

import dev.sluice.lab.scheduling.Controller;
import dev.sluice.lab.scheduling.SimulatedNode;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * A NodeSet with its controller, as in Slinky's slurm-operator 1.2: creates pods by ordinal up to the desired number,
 * removes a pod only after Slurm has drained its node, and undrains the node if the desired number rises before the
 * removal. Each step is a separate method, so that the caller controls the pace of the operator, the Kubernetes
 * scheduler and kubelet.
 */
public final class NodeSetController {

    /** The namespace of all pods. */
    public static final String NAMESPACE = "slurm";

    /** Start of the operator's drain reasons. The operator never undoes other drains. */
    private static final String SIGN = "slurm-operator:";
    /** The user of the operator's token. */
    private static final String OPERATOR = "slurm";

    /** The operator reads the jobs only every 30 seconds, so the deadlines of its pods are up to 30 seconds old. */
    private static final long JOB_LIST_AGE = 30;

    /** kubelet writes the status of a pod every 10 seconds. */
    private static final long KUBELET_STATUS = 10;

    /** The operator's stale list of conditions hides Ready after one of this many changes of a node's state. */
    private static final int CHANGES_PER_STALE_LIST = 8;

    /** Time that a pod takes to terminate, in seconds. */
    private static final long GRACE_PERIOD = 10;

    private static final long FIRST_RETRY = 5;
    private static final long MAX_RETRY = 1000;

    private final String name;
    private final int machines;
    private final Controller slurm;
    private final Function<Pod, String> comments;
    private final SortedMap<Integer, Pod> pods = new TreeMap<>();
    /** The deadlines of busy pods at the last read of the job list, by ordinal. */
    private final Map<Integer, Long> deadlines = new HashMap<>();

    private final Comparator<Pod> scaleInOrder = Comparator.<Pod, Boolean>comparing(
                    pod -> pod.machine().isPresent())
            .thenComparing(Pod::started)
            .thenComparing(Pod::ready)
            .thenComparingLong(this::deadline)
            .thenComparing(pod -> !pod.cordoned())
            .thenComparing(Comparator.comparingInt(Pod::ordinal).reversed())
            .thenComparing(Comparator.<Pod>comparingLong(pod -> pod.startedAt().orElse(0))
                    .reversed());

    private long revision;
    private long jobsReadAt = Long.MIN_VALUE;
    private long retry;
    private long retryAt = Long.MIN_VALUE;
    private int changes;
    private int busyDrains;

    /**
     * @param name name of the NodeSet, the prefix of its Slurm nodes
     * @param machines maximum number of pods that can run
     * @param comments returns the operator's comment on a pod's Slurm node
     */
    public NodeSetController(String name, int machines, Controller slurm, Function<Pod, String> comments) {
        this.name = name;
        this.machines = machines;
        this.slurm = slurm;
        this.comments = comments;
    }

    /** Returns all pods in the order of their ordinals, including terminating pods. */
    public List<Pod> pods() {
        return List.copyOf(pods.values());
    }

    /** Returns the pods that are not terminating, including cordoned pods. */
    public List<Pod> live() {
        return pods.values().stream().filter(pod -> !pod.terminating()).toList();
    }

    /** Returns a number that changes with every change of the pods. */
    public long revision() {
        return revision;
    }

    /** Returns the number of nodes drained while a job ran on them. */
    public int busyDrains() {
        return busyDrains;
    }

    /** Returns the node of a pod; ignores the node record of an earlier pod with the same name. */
    public Optional<SlurmNode> node(Pod pod) {
        return pod.started() ? SlurmNode.of(slurm, pod.node()) : Optional.empty();
    }

    /**
     * Returns the time at which the pod's jobs reach their time limits, as the operator's last job list has it; 0
     * without jobs.
     */
    long deadline(Pod pod) {
        return deadlines.getOrDefault(pod.ordinal(), 0L);
    }

    /** Removes the pods whose grace period has ended. */
    public List<Pod> removeEnded(long now) {
        List<Pod> ended = pods.values().stream()
                .filter(pod ->
                        pod.deletedAt().isPresent() && now >= pod.deletedAt().getAsLong() + GRACE_PERIOD)
                .toList();
        for (Pod pod : ended) {
            pods.remove(pod.ordinal());
            if (pod.started()) {
                slurm.change(pod.node(), SimulatedNode::silence);
            }
        }
        revision += ended.size();
        return ended;
    }

    /** Assigns machines to pods. */
    public void bind(long now) {
        BitSet taken = new BitSet();
        pods.values().forEach(pod -> pod.machine().ifPresent(taken::set));
        for (Pod pod : live()) {
            int free = taken.nextClearBit(0);
            // Pods over the number of machines stay unschedulable. Always leaving the highest ordinals unschedulable
            // keeps the number of Slurm nodes low.
            if (pod.machine().isEmpty() && pod.ordinal() < machines && free < machines) {
                pod.machine = OptionalInt.of(free);
                pod.scheduledAt = now;
                taken.set(free);
                revision++;
            }
        }
    }

    /**
     * Registers the nodes of pods whose start delay has passed.
     *
     * @param delay seconds from the assignment of a pod's machine to the registration of its slurmd
     */
    public List<Pod> start(long now, ToLongFunction<Pod> delay) {
        List<Pod> started = live().stream()
                .filter(pod -> pod.machine().isPresent() && !pod.started())
                .filter(pod -> now >= pod.scheduledAt + delay.applyAsLong(pod))
                .toList();
        for (Pod pod : started) {
            slurm.change(pod.node(), node -> node.register(now));
            pod.startedAt = OptionalLong.of(now);
            revision++;
        }
        return started;
    }

    /** Runs a sync of the operator that has no slurmrestd: the operator does nothing, and retries later and later. */
    public void syncWithoutSlurm(long now) {
        if (now >= retryAt) {
            retry = retry == 0 ? FIRST_RETRY : Math.min(MAX_RETRY, 2 * retry);
            retryAt = now + retry;
        }
    }

    /** Returns whether the next sync does nothing, because an earlier sync failed. */
    public boolean backsOff(long now) {
        return now < retryAt;
    }

    /**
     * Runs a sync of the operator: creates missing pods, cordons and drains excess pods, removes drained excess pods,
     * and keeps all other pods, including pods that were cordoned earlier. Terminating pods are pods of the set: no pod
     * takes their place before they have ended.
     *
     * @return pods that begin to terminate
     */
    public List<Pod> sync(long now, int desired) {
        if (backsOff(now)) {
            return List.of();
        }
        retry = 0;
        readJobs(now);
        List<Pod> ordered = pods.values().stream().sorted(scaleInOrder).toList();
        int excess = Math.max(0, ordered.size() - desired);
        List<Pod> deleted = ordered.subList(0, excess).stream()
                .filter(pod -> !pod.terminating() && remove(pod, now))
                .toList();
        ordered.subList(excess, ordered.size()).stream()
                .filter(pod -> !pod.terminating())
                .forEach(this::keep);
        create(now, desired);
        pods.values().forEach(pod -> writeStatus(pod, now));
        return deleted;
    }

    private void readJobs(long now) {
        if (jobsReadAt == Long.MIN_VALUE || now >= jobsReadAt + JOB_LIST_AGE) {
            jobsReadAt = now;
            deadlines.clear();
            pods.values()
                    .forEach(pod -> node(pod)
                            .filter(SlurmNode::busy)
                            .ifPresent(node -> deadlines.put(pod.ordinal(), node.deadline())));
        }
    }

    private void create(long now, int desired) {
        int missing = desired - pods.size();
        for (int ordinal = 0; ordinal < desired && missing > 0; ordinal++) {
            if (!pods.containsKey(ordinal)) {
                pods.put(ordinal, new Pod(name, ordinal, now));
                missing--;
                revision++;
            }
        }
    }

    private boolean remove(Pod pod, long now) {
        Optional<SlurmNode> node = SlurmNode.of(slurm, pod.node());
        if (!pod.cordoned()) {
            pod.cordoned = true;
            revision++;
            node.ifPresent(found -> drain(pod, found));
            return false;
        }
        // A node unknown to Slurm counts as drained.
        boolean drained = node.map(found -> found.draining() && !found.busy()).orElse(true);
        if (drained) {
            if (pod.started()) {
                slurm.change(pod.node(), lost -> lost.leave(SIGN + " Pod is terminating", "root", now));
            }
            pod.deletedAt = OptionalLong.of(now);
            revision++;
        }
        return drained;
    }

    private void drain(Pod pod, SlurmNode node) {
        busyDrains += node.busy() ? 1 : 0;
        if (!node.draining()) {
            slurm.drain(pod.node(), reason(pod, "is pending termination for scale-in"), OPERATOR);
        }
    }

    /** Undrains the node, also if the record belongs to an earlier pod with the same name. */
    private void keep(Pod pod) {
        if (pod.cordoned()) {
            pod.cordoned = false;
            revision++;
        }
        if (SlurmNode.of(slurm, pod.node())
                .filter(node -> node.draining() && node.reason().startsWith(SIGN))
                .isPresent()) {
            slurm.change(pod.node(), node -> node.undrain(reason(pod, "was uncordoned"), OPERATOR, slurm.now()));
        }
    }

    private String reason(Pod pod, String text) {
        return SIGN + " Pod (" + NAMESPACE + "/" + pod.name() + ") " + text;
    }

    /** Writes the comment on the node of a ready pod, and the conditions of the pod. */
    private void writeStatus(Pod pod, long now) {
        if (pod.hiddenUntil != 0 && now >= pod.hiddenUntil) {
            pod.hiddenUntil = 0;
            revision++;
        }
        Optional<SlurmNode> node = node(pod);
        if (node.isEmpty() || pod.terminating()) {
            return;
        }
        if (pod.ready() && !pod.commented) {
            slurm.change(pod.node(), ready -> ready.comment(comments.apply(pod)));
            pod.commented = true;
        }
        boolean changed = !node.get().states().equals(pod.seen);
        pod.seen = node.get().states();
        if (changed && ++changes % CHANGES_PER_STALE_LIST == 0) {
            pod.hiddenUntil = now + KUBELET_STATUS;
            revision++;
        }
    }

    /** Takes a pod's node down, or recovers the node; the pod stays. Returns false if nothing changes. */
    public boolean setFailed(int ordinal, boolean failed) {
        Optional<Pod> pod = Optional.ofNullable(pods.get(ordinal))
                .filter(found -> found.started() && !found.terminating() && found.failed != failed);
        pod.ifPresent(found -> found.failed = failed);
        revision += pod.isPresent() ? 1 : 0;
        return pod.isPresent();
    }
}
