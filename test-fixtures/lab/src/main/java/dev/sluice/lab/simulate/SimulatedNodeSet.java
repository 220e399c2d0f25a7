package dev.sluice.lab.simulate;

import dev.sluice.lab.kubernetes.Hpa.Scale;
import dev.sluice.lab.kubernetes.NodeSetController;
import dev.sluice.lab.kubernetes.Pod;
import java.util.List;

/** A NodeSet on a simulated Slurm, with slurm-operator. Pods are scheduled immediately. */
public final class SimulatedNodeSet {

    private static final long RESYNC = 30;

    private final NodeSetSpec spec;
    private final Slurm slurm;
    private final NodeSetController controller;

    private int replicas;
    private long rescales;
    /** State after the last sync. States only increase, so an equal state means that nothing has changed. */
    private long settled = -1;

    /** Creates the NodeSet with its initial pods. The nodes of the initial pods are idle. */
    public SimulatedNodeSet(NodeSetSpec spec, Slurm slurm) {
        this.spec = spec;
        this.slurm = slurm;
        this.controller = new NodeSetController(spec.name(), Integer.MAX_VALUE, slurm.controller(), pod -> "");
        this.replicas = spec.initial();
        controller.sync(-spec.startDelay(), replicas);
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

    /** Returns the number of nodes that were drained during a job. */
    public int busyDrained() {
        return controller.busyDrains();
    }

    public void scaleTo(int number) {
        rescales += number == replicas ? 0 : 1;
        replicas = number;
    }

    /** Starts the nodes of pods whose start delay has passed. */
    public void start(long time) {
        controller.start(time, pod -> spec.startDelay());
    }

    /** Takes the node of a pod down. The pod stays. */
    public void fail(int ordinal, long time) {
        if (controller.setFailed(ordinal, true)) {
            slurm.fail(spec.node(ordinal), time);
        }
    }

    /** Recovers the node of a pod. */
    public void repair(int ordinal) {
        if (controller.setFailed(ordinal, false)) {
            slurm.controller().resume(spec.node(ordinal));
        }
    }

    /** Returns a number that grows with each change of Slurm, of the pods or of the desired replicas. */
    public long revision() {
        return slurm.controller().revision() + controller.revision() + rescales;
    }

    /**
     * Runs one sync of the operator, which syncs after changes and every 30 seconds.
     *
     * @param reachesSlurm true if slurmrestd responds; if false, the operator does nothing
     */
    public void sync(long now, boolean reachesSlurm) {
        if (!reachesSlurm) {
            controller.syncWithoutSlurm(now);
        } else if (settled != revision() || now % RESYNC == 0) {
            controller.sync(now, replicas);
            controller.removeEnded(now);
            controller.bind(now);
            boolean moving =
                    controller.backsOff(now) || pods().stream().anyMatch(pod -> pod.cordoned() || !pod.ready());
            settled = moving ? -1 : revision();
        }
    }

    List<Pod> pods() {
        return controller.pods();
    }
}
