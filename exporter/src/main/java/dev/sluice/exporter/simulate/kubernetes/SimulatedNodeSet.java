package dev.sluice.exporter.simulate.kubernetes;

import dev.sluice.common.hpa.Scale;
import dev.sluice.common.nodeset.NodeSetController;
import dev.sluice.common.nodeset.NodeUse;
import dev.sluice.common.nodeset.Pod;
import dev.sluice.common.nodeset.SlurmNodes;
import dev.sluice.common.scheduling.SimulatedNode;
import dev.sluice.common.scheduling.controller.Controller;
import dev.sluice.exporter.simulate.slurm.NodeSetSpec;
import dev.sluice.exporter.simulate.slurm.Slurm;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A NodeSet on a simulated Slurm. Every pod has a machine at once, and a pod whose node is drained ends at once, so that
 * a figure rests on the start delay and the autoscaler alone.
 */
public final class SimulatedNodeSet implements SlurmNodes {

    private static final NodeSetController.Times AT_ONCE = new NodeSetController.Times(0, 0);

    private final NodeSetSpec spec;
    private final Slurm slurm;
    private final Controller slurmctld;
    private final NodeSetController controller = new NodeSetController(Integer.MAX_VALUE, AT_ONCE, this);
    /** Pods, beyond the initial ones, that have run no job. */
    private final Set<Pod> unused = new HashSet<>();

    private int replicas;
    private long rescales;
    /** The time of the steps, which only some of the calls of the controller need. */
    private long now;
    /** The revisions, both of which only grow, after which there was nothing left to do. */
    private long settled = -1;

    /** Starts with its initial pods, whose nodes are idle. */
    public SimulatedNodeSet(NodeSetSpec spec, Slurm slurm) {
        this.spec = spec;
        this.slurm = slurm;
        this.slurmctld = slurm.controller();
        this.replicas = spec.initial();
        controller.create(-spec.startDelay(), replicas);
        controller.bind(-spec.startDelay());
        controller.start(0, pod -> spec.startDelay());
    }

    public NodeSetSpec spec() {
        return spec;
    }

    public Scale scale() {
        List<Pod> pods = pods();
        return new Scale(
                replicas, pods.size(), (int) pods.stream().filter(Pod::ready).count());
    }

    /** Changes whenever the pods or the number do. */
    public long revision() {
        return rescales + controller.revision();
    }

    /** How many nodes were told to go while they ran a job. */
    public int busyDrained() {
        return controller.busyDrains();
    }

    /** How many nodes were drained and taken back. */
    public int undrained() {
        return controller.undrains();
    }

    /** How many pods were created, beyond the initial ones, on which no job ran. */
    public int unusedPods() {
        return unused.size();
    }

    /** How many of its nodes run something. */
    public int busyNodes() {
        return (int) pods().stream().filter(this::runs).count();
    }

    private boolean runs(Pod pod) {
        return record(pod).map(node -> !node.isIdle()).orElse(false);
    }

    public void scaleTo(int number) {
        rescales += number == replicas ? 0 : 1;
        replicas = number;
    }

    /** Pods that have waited long enough become nodes. */
    public void start(long time) {
        now = time;
        controller.start(now, pod -> spec.startDelay(spec.type().node(pod.ordinal()), pod.scheduledAt()));
    }

    /** The node of a pod goes down; the pod stays. */
    public void fail(int ordinal, long time) {
        if (controller.fail(ordinal)) {
            slurm.fail(spec.type().node(ordinal), time);
        }
    }

    /** The node recovers. */
    public void repair(int ordinal) {
        if (controller.repair(ordinal)) {
            slurmctld.register(spec.type().node(ordinal), "");
        }
    }

    /**
     * One reconciliation.
     *
     * @param reachesSlurm whether slurmrestd answers: without it nothing can be drained, and nothing is removed
     */
    public void sync(long time, boolean reachesSlurm) {
        now = time;
        unused.removeIf(pod -> !pod.terminating() && runs(pod));
        if (!reachesSlurm) {
            controller.create(now, replicas);
        } else if (settled != slurmctld.revision() + revision()) {
            controller.scale(now, replicas);
            controller.removeEnded(now);
        }
        controller.bind(now);
        pods().stream().filter(pod -> pod.createdAt() == now).forEach(unused::add);
        if (reachesSlurm) {
            settled = slurmctld.revision() + revision();
        }
    }

    List<Pod> pods() {
        return controller.pods();
    }

    String nameOf(Pod pod) {
        return "slurm-worker-" + spec.type().nodeSet() + "-" + pod.ordinal();
    }

    @Override
    public Optional<NodeUse> node(Pod pod) {
        // A node that is down takes no jobs either.
        return record(pod)
                .map(node ->
                        new NodeUse(!node.isIdle(), !node.isUsable(), node.reason(), slurmctld.idleAt(node.name())));
    }

    @Override
    public void register(Pod pod) {
        slurmctld.register(spec.type().node(pod.ordinal()), "");
    }

    @Override
    public void drain(Pod pod) {
        String reason = NodeSetController.drainReason("slurm", nameOf(pod));
        record(pod).ifPresent(node -> slurmctld.drain(node.name(), reason, "slurm"));
    }

    @Override
    public void undrain(Pod pod) {
        record(pod).ifPresent(node -> slurmctld.undrain(node.name()));
    }

    @Override
    public void stop(Pod pod) {
        record(pod).ifPresent(node -> slurmctld.leave(node.name(), "Pod is terminating", "root"));
    }

    private Optional<SimulatedNode> record(Pod pod) {
        return Optional.of(slurmctld.node(spec.type().node(pod.ordinal()))).filter(SimulatedNode::isRegistered);
    }
}
