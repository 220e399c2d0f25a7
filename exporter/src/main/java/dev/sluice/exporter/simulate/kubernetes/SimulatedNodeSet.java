package dev.sluice.exporter.simulate.kubernetes;

import dev.sluice.common.hpa.Scale;
import dev.sluice.common.nodeset.ControllerNodes;
import dev.sluice.common.nodeset.NodeSetController;
import dev.sluice.common.nodeset.Pod;
import dev.sluice.common.scheduling.controller.Controller;
import dev.sluice.exporter.simulate.slurm.NodeSetSpec;
import dev.sluice.exporter.simulate.slurm.Slurm;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A NodeSet on a simulated Slurm. Pods are scheduled immediately, and a pod ends as soon as its node is drained.
 * Therefore, results depend only on the start delay and the autoscaler.
 */
public final class SimulatedNodeSet {

    private static final NodeSetController.Times AT_ONCE = new NodeSetController.Times(0, 0);

    private final NodeSetSpec spec;
    private final Slurm slurm;
    private final Controller slurmctld;
    private final NodeSetController controller;
    /** Pods that have run no job, excluding the initial pods. */
    private final Set<Pod> unused = new HashSet<>();

    private int replicas;
    private long rescales;
    /**
     * Sum of Slurm's revision and this NodeSet's revision after the last reconciliation. Revisions only increase, so an
     * equal sum means that nothing has changed.
     */
    private long settled = -1;

    /** Creates the NodeSet with its initial pods. The nodes of the initial pods are idle. */
    public SimulatedNodeSet(NodeSetSpec spec, Slurm slurm) {
        this.spec = spec;
        this.slurm = slurm;
        this.slurmctld = slurm.controller();
        this.controller = new NodeSetController(
                spec.type().nodeSet(), Integer.MAX_VALUE, AT_ONCE, new ControllerNodes(slurmctld));
        this.replicas = spec.initial();
        controller.create(-spec.startDelay(), replicas);
        controller.bind(-spec.startDelay());
        controller.start(0, pod -> spec.startDelay(), pod -> "");
    }

    public NodeSetSpec spec() {
        return spec;
    }

    public Scale scale() {
        List<Pod> pods = pods();
        return new Scale(
                replicas, pods.size(), (int) pods.stream().filter(Pod::ready).count());
    }

    /** Returns a number that grows with each change of the pods or of the desired replicas. */
    public long revision() {
        return rescales + controller.revision();
    }

    /** Returns the number of nodes that were drained during a job. */
    public int busyDrained() {
        return controller.busyDrains();
    }

    /** Returns the number of nodes that were drained, then undrained. */
    public int undrained() {
        return controller.undrains();
    }

    /** Returns the number of pods that ran no job, excluding the initial pods. */
    public int unusedPods() {
        return unused.size();
    }

    /** Returns the number of busy nodes. */
    public int busyNodes() {
        return (int) pods().stream().filter(this::runs).count();
    }

    private boolean runs(Pod pod) {
        return pod.started() && !slurmctld.node(pod.node()).isIdle();
    }

    public void scaleTo(int number) {
        rescales += number == replicas ? 0 : 1;
        replicas = number;
    }

    /** Starts the nodes of pods whose start delay has passed. */
    public void start(long time) {
        controller.start(time, pod -> spec.startDelay(pod.node(), pod.scheduledAt()), pod -> "");
    }

    /** Takes the node of a pod down. The pod stays. */
    public void fail(int ordinal, long time) {
        if (controller.fail(ordinal)) {
            slurm.fail(spec.type().node(ordinal), time);
        }
    }

    /** Recovers the node of a pod. */
    public void repair(int ordinal) {
        if (controller.repair(ordinal)) {
            slurmctld.register(spec.type().node(ordinal), "");
        }
    }

    /**
     * Runs one reconciliation.
     *
     * @param reachesSlurm true if slurmrestd responds; if false, no node is drained and no pod is removed
     */
    public void sync(long now, boolean reachesSlurm) {
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
}
