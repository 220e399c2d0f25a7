package dev.sluice.exporter.simulate.kubernetes;

import dev.sluice.exporter.simulate.slurm.SimulatedNode;
import dev.sluice.exporter.simulate.slurm.Slurm;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A NodeSet and its controller as slurm-operator has it: pods by ordinal, idle ones removed first, a busy one drained
 * and kept until its jobs have ended, and taken back into service where the number rises before that.
 */
public final class SimulatedNodeSet {

    private final NodeSetSpec spec;
    private final Slurm slurm;
    private final List<Pod> pods = new ArrayList<>();
    private int replicas;
    private long revision;
    /** The revisions, both of which only grow, after which there was nothing left to do. */
    private long settled = -1;

    private int busyDrained;
    private int undrained;

    /** Starts with its initial pods, whose nodes are idle. */
    public SimulatedNodeSet(NodeSetSpec spec, Slurm slurm) {
        this.spec = spec;
        this.slurm = slurm;
        this.replicas = spec.initial();
        for (int ordinal = 0; ordinal < spec.initial(); ordinal++) {
            pods.add(new Pod(ordinal, -spec.startDelay(), 0));
        }
        start(0);
    }

    public NodeSetSpec spec() {
        return spec;
    }

    public Scale scale() {
        return new Scale(
                replicas, pods.size(), (int) pods.stream().filter(Pod::ready).count());
    }

    /** Changes whenever the pods or the number do. */
    public long revision() {
        return revision;
    }

    /** How many nodes were told to go while they ran a job. */
    public int busyDrained() {
        return busyDrained;
    }

    /** How many nodes were drained and taken back. */
    public int undrained() {
        return undrained;
    }

    /** How many of its nodes run something. */
    public int busyNodes() {
        return (int) pods.stream().filter(this::busy).count();
    }

    public void scaleTo(int number) {
        revision += number == replicas ? 0 : 1;
        replicas = number;
    }

    /** Pods that have waited long enough become nodes. */
    public void start(long now) {
        for (Pod pod : pods) {
            if (pod.due(now)) {
                pod.register();
                slurm.register(spec.type(), pod.ordinal());
                revision++;
            }
        }
    }

    /** The node of a pod stops to answer; the pod stays. */
    public void fail(int ordinal, long now) {
        for (Pod pod : pods) {
            if (pod.ordinal() == ordinal && pod.ready()) {
                pod.fail();
                node(pod).ifPresent(node -> slurm.fail(node, now));
                revision++;
            }
        }
    }

    /** The node answers again. */
    public void repair(int ordinal) {
        for (Pod pod : pods) {
            if (pod.ordinal() == ordinal && pod.failed()) {
                pod.register();
                slurm.register(spec.type(), ordinal);
                revision++;
            }
        }
    }

    /**
     * One reconciliation.
     *
     * @param reachesSlurm whether slurmrestd answers: without it nothing can be drained, and nothing is removed
     */
    public void sync(long now, boolean reachesSlurm) {
        if (reachesSlurm && settled != slurm.revision() + revision) {
            choose(now);
            removeDrained(now);
        }
        create(now, replicas - pods.size());
        if (reachesSlurm) {
            settled = slurm.revision() + revision;
        }
    }

    /**
     * Those beyond the number are to go, the others stay, whatever was decided before: those that are not ready go
     * first, then idle ones, then those that are free soonest; of equals those that were to go already, then the last.
     */
    private void choose(long now) {
        List<Pod> order = pods.stream()
                .sorted(Comparator.comparing(Pod::ready)
                        .thenComparingLong(
                                pod -> node(pod).map(SimulatedNode::deadline).orElse(0L))
                        .thenComparing(Comparator.comparing(Pod::condemned).reversed())
                        .thenComparing(Comparator.comparingInt(Pod::ordinal).reversed()))
                .toList();
        for (int i = 0; i < order.size(); i++) {
            Pod pod = order.get(i);
            boolean goes = i < order.size() - replicas;
            if (goes && !pod.condemned()) {
                condemn(pod, now);
            } else if (!goes && pod.condemned()) {
                keep(pod);
            }
        }
    }

    private void condemn(Pod pod, long now) {
        pod.condemn(true);
        busyDrained += busy(pod) ? 1 : 0;
        node(pod)
                .filter(SimulatedNode::up)
                .ifPresent(node -> slurm.drain(
                        node,
                        "slurm-operator: Pod (slurm/" + nameOf(pod)
                                + ") has been cordoned, pending termination for scale-in",
                        now));
        revision++;
    }

    private void keep(Pod pod) {
        pod.condemn(false);
        node(pod).ifPresent(slurm::resume);
        undrained++;
        revision++;
    }

    private void removeDrained(long now) {
        List<Pod> gone =
                pods.stream().filter(pod -> pod.condemned() && !busy(pod)).toList();
        for (Pod pod : gone) {
            pods.remove(pod);
            if (pod.registered()) {
                slurm.podStopped(spec.type(), pod.ordinal(), now);
            }
            revision++;
        }
    }

    /** New pods take the lowest ordinals that are free. */
    private void create(long now, int number) {
        int missing = number;
        for (int ordinal = 0; missing > 0; ordinal++) {
            int candidate = ordinal;
            if (pods.stream().noneMatch(pod -> pod.ordinal() == candidate)) {
                pods.add(new Pod(ordinal, now, now + spec.startDelay()));
                missing--;
                revision++;
            }
        }
    }

    List<Pod> pods() {
        return pods;
    }

    String nameOf(Pod pod) {
        return "slurm-worker-" + spec.type().nodeSet() + "-" + pod.ordinal();
    }

    private boolean busy(Pod pod) {
        return node(pod).map(SimulatedNode::busy).orElse(false);
    }

    private Optional<SimulatedNode> node(Pod pod) {
        return pod.registered() ? slurm.node(spec.type(), pod.ordinal()) : Optional.empty();
    }
}
