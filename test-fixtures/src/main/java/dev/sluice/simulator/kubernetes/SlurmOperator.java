package dev.sluice.simulator.kubernetes;

import dev.sluice.lab.nodeset.NodeSetController;
import dev.sluice.lab.nodeset.Pod;
import dev.sluice.lab.scheduling.SimulatedNode;
import dev.sluice.lab.scheduling.controller.Controller;
import dev.sluice.simulator.kubernetes.api.ObjectStore;
import dev.sluice.simulator.kubernetes.api.ResourceType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Slinky's slurm-operator, with scheduler and kubelet. Works on the objects of the simulated API server: reads the
 * replicas of NodeSets, runs the controllers of the NodeSets, and writes pods and status.
 */
final class SlurmOperator {
    private static final int MAX_GHOSTS = 4;

    private final ObjectStore store;
    private final Controller slurm;
    private final Duration startDelay;
    private final Duration ghostsKept;

    SlurmOperator(ObjectStore store, Controller slurm, KubernetesOptions options) {
        this.store = store;
        this.slurm = slurm;
        this.startDelay = options.startDelay();
        this.ghostsKept = options.ghostsKept();
    }

    /**
     * Runs scheduler, kubelet and operator for a NodeSet.
     *
     * @param reachesSlurm false if slurmrestd does not respond
     */
    void reconcile(NodeSetState set, long now, boolean reachesSlurm) {
        NodeSetController controller = set.controller();
        controller.removeEnded(now).forEach(pod -> store.delete(ResourceType.PODS, NodeSetSpec.NAMESPACE, pod.name()));
        controller.bind(now);
        controller.start(now, pod -> startDelay.toSeconds()).forEach(pod -> set.removeGhost(pod.ordinal()));
        if (reachesSlurm) {
            controller.sync(now, set.replicas()).stream()
                    .filter(Pod::started)
                    .forEach(pod -> set.addGhost(pod.ordinal(), now));
            removeGhosts(set, now);
            set.look(now);
            store.update(
                    ResourceType.NODE_SETS,
                    NodeSetSpec.NAMESPACE,
                    set.spec().name(),
                    nodeSet -> NodeSetObject.setStatus(nodeSet, set));
        } else {
            controller.syncWithoutSlurm(now);
        }
        set.workers().stream()
                .filter(Worker::changed)
                .forEach(worker -> store.apply(ResourceType.PODS, PodObject.of(worker)));
    }

    /**
     * Removes old ghost nodes, so that ghost nodes do not accumulate in a long demo. With the real operator, the
     * records of ghost nodes stay forever.
     */
    private void removeGhosts(NodeSetState set, long now) {
        List<Integer> old = new ArrayList<>(set.ghostsSince(now - ghostsKept.toSeconds()));
        List<Integer> all = set.ghosts();
        old.addAll(all.subList(0, Math.max(0, all.size() - MAX_GHOSTS)));
        for (int ordinal : old) {
            boolean ending =
                    set.controller().pods().stream().anyMatch(pod -> pod.ordinal() == ordinal && pod.terminating());
            if (!ending) {
                slurm.change(set.spec().slurmNode(ordinal), SimulatedNode::forget);
                set.removeGhost(ordinal);
            }
        }
    }
}
