package dev.sluice.common.nodeset;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * A NodeSet and its controller as in Slinky's slurm-operator 1.2: pods by ordinal until there are as many as desired. No
 * pod is removed before Slurm has drained its node, and a drained node is taken back where the number rises before that.
 * Every step is a method, so that the caller decides how often the operator, the Kubernetes scheduler and kubelet act.
 */
public final class NodeSetController {

    /** The operator never undoes a drain whose reason begins otherwise. */
    private static final String SIGN = "slurm-operator:";

    private final int machines;
    private final Times times;
    private final SlurmNodes slurm;
    private final SortedMap<Integer, Pod> pods = new TreeMap<>();
    /** Pods to remove: unschedulable, not ready, idle, free soonest, cordoned, with the last ordinal, the youngest. */
    private final Comparator<Pod> scaleInOrder;

    private long revision;
    private int busyDrains;
    private int undrains;

    /**
     * How long what takes.
     *
     * @param drainCheck seconds between two checks whether a node is drained
     * @param gracePeriod seconds that a pod takes to end
     */
    public record Times(long drainCheck, long gracePeriod) {}

    /**
     * A NodeSet without pods.
     *
     * @param machines how many pods can run
     */
    public NodeSetController(int machines, Times times, SlurmNodes slurm) {
        this.machines = machines;
        this.times = times;
        this.slurm = slurm;
        this.scaleInOrder = Comparator.<Pod, Boolean>comparing(
                        pod -> pod.machine().isPresent())
                .thenComparing(Pod::ready)
                .thenComparingLong(pod -> node(pod).map(NodeUse::deadline).orElse(0L))
                .thenComparing(pod -> !pod.cordoned())
                .thenComparing(Comparator.comparingInt(Pod::ordinal).reversed())
                .thenComparing(
                        Comparator.<Pod>comparingLong(pod -> pod.startedAt().orElse(0))
                                .reversed());
    }

    /** The reason of the operator's own drain. */
    public static String drainReason(String namespace, String pod) {
        return SIGN + " Pod (" + namespace + "/" + pod + ") pending termination for scale-in";
    }

    /** All pods in order of their ordinals, terminating ones among them. */
    public List<Pod> pods() {
        return List.copyOf(pods.values());
    }

    /** Pods that are not terminating, cordoned ones among them. */
    public List<Pod> live() {
        return pods.values().stream().filter(pod -> !pod.terminating()).toList();
    }

    /** Changes whenever the pods do. */
    public long revision() {
        return revision;
    }

    /** How many nodes were drained while a job ran on them. */
    public int busyDrains() {
        return busyDrains;
    }

    /** How many nodes were drained and taken back. */
    public int undrains() {
        return undrains;
    }

    /** The node of a pod; a record that an earlier pod has left behind says nothing about this one. */
    public Optional<NodeUse> node(Pod pod) {
        return pod.started() ? slurm.node(pod) : Optional.empty();
    }

    /** Removes the pods whose grace period is over. */
    public List<Pod> removeEnded(long now) {
        List<Pod> ended = pods.values().stream()
                .filter(pod ->
                        pod.deletedAt().isPresent() && now >= pod.deletedAt().getAsLong() + times.gracePeriod())
                .toList();
        ended.forEach(pod -> pods.remove(pod.ordinal()));
        revision += ended.size();
        return ended;
    }

    /** Gives machines to pods. */
    public void bind(long now) {
        BitSet taken = new BitSet();
        pods.values().forEach(pod -> pod.machine().ifPresent(taken::set));
        for (Pod pod : live()) {
            int free = taken.nextClearBit(0);
            // Pods beyond the machines wait in any case; that it is always the same ones keeps Slurm's nodes few.
            if (pod.machine().isEmpty() && pod.ordinal() < machines && free < machines) {
                pod.bind(free, now);
                taken.set(free);
                revision++;
            }
        }
    }

    /**
     * Registers the nodes of pods that had their machine for long enough.
     *
     * @param delay seconds from the machine to a slurmd that has registered, of each pod
     */
    public List<Pod> start(long now, ToLongFunction<Pod> delay) {
        List<Pod> started = live().stream()
                .filter(pod -> pod.machine().isPresent() && !pod.started())
                .filter(pod -> now >= pod.scheduledAt() + delay.applyAsLong(pod))
                .toList();
        for (Pod pod : started) {
            slurm.register(pod);
            pod.start(now);
            revision++;
        }
        return started;
    }

    /** Creates the pods that are missing; an ordinal whose pod is still terminating is taken. */
    public void create(long now, int desired) {
        int missing = desired - live().size();
        for (int ordinal = 0; ordinal < desired && missing > 0; ordinal++) {
            if (!pods.containsKey(ordinal)) {
                pods.put(ordinal, new Pod(ordinal, now));
                missing--;
                revision++;
            }
        }
    }

    /**
     * Creates what is missing, cordons and removes what is too much, and keeps the others, whatever was decided before.
     *
     * @return the pods that terminate from now on
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
        // A node that Slurm does not know counts as drained.
        boolean drained = node(pod).map(node -> node.draining() && !node.busy()).orElse(true);
        if (drained) {
            if (pod.started()) {
                slurm.stop(pod);
            }
            pod.delete(now);
            revision++;
        }
        return drained;
    }

    private void drain(Pod pod, NodeUse node) {
        busyDrains += node.busy() ? 1 : 0;
        if (!node.draining()) {
            slurm.drain(pod);
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
            slurm.undrain(pod);
            undrains++;
        }
    }

    /** The node of a pod goes down; the pod stays. */
    public boolean fail(int ordinal) {
        return set(ordinal, true);
    }

    /** The node of a pod recovers. */
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
