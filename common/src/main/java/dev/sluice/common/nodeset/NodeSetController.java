package dev.sluice.common.nodeset;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
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

    private final String name;
    private final int machines;
    private final Times times;
    private final SlurmNodes slurm;
    private final SortedMap<Integer, Pod> pods = new TreeMap<>();
    /** The order of removal: unschedulable, not ready, idle, free soonest, cordoned, highest ordinal, youngest. */
    private final Comparator<Pod> scaleInOrder;

    private long revision;
    private int busyDrains;
    private int undrains;

    /**
     * The durations of the operator and of pods.
     *
     * @param drainCheck seconds between two checks for drained nodes
     * @param gracePeriod seconds that a pod takes to terminate
     */
    public record Times(long drainCheck, long gracePeriod) {}

    /**
     * @param name name of the NodeSet, the prefix of its Slurm nodes
     * @param machines maximum number of pods that can run
     */
    public NodeSetController(String name, int machines, Times times, SlurmNodes slurm) {
        this.name = name;
        this.machines = machines;
        this.times = times;
        this.slurm = slurm;
        this.scaleInOrder = Comparator.<Pod, Boolean>comparing(
                        pod -> pod.machine().isPresent())
                .thenComparing(Pod::ready)
                .thenComparingLong(pod -> node(pod).map(SlurmNode::deadline).orElse(0L))
                .thenComparing(pod -> !pod.cordoned())
                .thenComparing(Comparator.comparingInt(Pod::ordinal).reversed())
                .thenComparing(
                        Comparator.<Pod>comparingLong(pod -> pod.startedAt().orElse(0))
                                .reversed());
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

    /** Returns the number of undrained nodes. */
    public int undrains() {
        return undrains;
    }

    /** Returns the node of a pod; ignores the node record of an earlier pod with the same name. */
    public Optional<SlurmNode> node(Pod pod) {
        return pod.started() ? slurm.node(pod.node()) : Optional.empty();
    }

    /** Removes the pods whose grace period has ended. */
    public List<Pod> removeEnded(long now) {
        List<Pod> ended = pods.values().stream()
                .filter(pod ->
                        pod.deletedAt().isPresent() && now >= pod.deletedAt().getAsLong() + times.gracePeriod())
                .toList();
        ended.forEach(pod -> pods.remove(pod.ordinal()));
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
                pod.bind(free, now);
                taken.set(free);
                revision++;
            }
        }
    }

    /**
     * Registers the nodes of pods whose start delay has passed.
     *
     * @param delay seconds from the assignment of a pod's machine to the registration of its slurmd
     * @param comment the operator's comment on the Slurm node
     */
    public List<Pod> start(long now, ToLongFunction<Pod> delay, Function<Pod, String> comment) {
        List<Pod> started = live().stream()
                .filter(pod -> pod.machine().isPresent() && !pod.started())
                .filter(pod -> now >= pod.scheduledAt() + delay.applyAsLong(pod))
                .toList();
        for (Pod pod : started) {
            slurm.register(pod.node(), comment.apply(pod));
            pod.start(now);
            revision++;
        }
        return started;
    }

    /** Creates the missing pods; skips the ordinals of terminating pods. */
    public void create(long now, int desired) {
        int missing = desired - live().size();
        for (int ordinal = 0; ordinal < desired && missing > 0; ordinal++) {
            if (!pods.containsKey(ordinal)) {
                pods.put(ordinal, new Pod(name, ordinal, now));
                missing--;
                revision++;
            }
        }
    }

    /**
     * Creates missing pods, and cordons and removes excess pods. Keeps all other pods, including pods that were
     * cordoned earlier.
     *
     * @return pods that begin to terminate
     */
    public List<Pod> scale(long now, int desired) {
        List<Pod> ordered = new ArrayList<>(live());
        create(now, desired);
        ordered.sort(scaleInOrder);
        int excess = Math.max(0, ordered.size() - desired);
        List<Pod> deleted = new ArrayList<>();
        for (Pod pod : ordered.subList(0, excess)) {
            if (remove(pod, now)) {
                deleted.add(pod);
            }
        }
        ordered.subList(excess, ordered.size()).forEach(this::keep);
        return deleted;
    }

    private boolean remove(Pod pod, long now) {
        if (!pod.cordoned()) {
            pod.cordon(true);
            pod.checkAt(now + times.drainCheck());
            node(pod).ifPresent(node -> drain(pod, node));
            revision++;
        }
        if (!pod.checkDue(now)) {
            return false;
        }
        pod.checkAt(now + times.drainCheck());
        // A node unknown to Slurm counts as drained.
        boolean drained = node(pod).map(node -> node.draining() && !node.busy()).orElse(true);
        if (drained) {
            if (pod.started()) {
                slurm.down(pod.node(), "Pod is terminating");
            }
            pod.delete(now);
            revision++;
        }
        return drained;
    }

    private void drain(Pod pod, SlurmNode node) {
        busyDrains += node.busy() ? 1 : 0;
        if (!node.draining()) {
            slurm.drain(
                    pod.node(), SIGN + " Pod (" + NAMESPACE + "/" + pod.name() + ") pending termination for scale-in");
        }
    }

    private void keep(Pod pod) {
        if (!pod.cordoned()) {
            return;
        }
        pod.cordon(false);
        revision++;
        if (node(pod)
                .filter(node -> node.draining() && node.reason().startsWith(SIGN))
                .isPresent()) {
            slurm.undrain(pod.node());
            undrains++;
        }
    }

    /** Takes a pod's node down; the pod stays. */
    public boolean fail(int ordinal) {
        return set(ordinal, true);
    }

    /** Recovers a pod's node. */
    public boolean repair(int ordinal) {
        return set(ordinal, false);
    }

    private boolean set(int ordinal, boolean failed) {
        Optional<Pod> pod = Optional.ofNullable(pods.get(ordinal))
                .filter(found -> found.started() && !found.terminating() && found.failed() != failed);
        pod.ifPresent(found -> found.fail(failed));
        revision += pod.isPresent() ? 1 : 0;
        return pod.isPresent();
    }
}
