package dev.sluice.simulator.kubernetes;

import dev.sluice.lab.nodeset.NodeSetController;
import dev.sluice.lab.nodeset.Pod;
import dev.sluice.lab.scheduling.SimulatedNode;
import dev.sluice.lab.scheduling.controller.Controller;
import dev.sluice.simulator.kubernetes.api.ObjectStore;
import dev.sluice.simulator.kubernetes.api.ResourceType;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Slinky's slurm-operator, with scheduler and kubelet. Works on the objects of the simulated API server: reads the
 * replicas of NodeSets, runs the controllers of the NodeSets, and writes pods and status.
 */
final class SlurmOperator {
    /** Time from the assignment of a pod's machine to the registration of the pod's slurmd. */
    static final Duration START_DELAY = Duration.ofSeconds(90);

    private static final long GHOSTS_KEPT = 7200;
    private static final int MAX_GHOSTS = 4;

    private final ObjectStore store;
    private final Controller slurm;
    private final Duration startDelay;

    SlurmOperator(ObjectStore store, Controller slurm, Duration startDelay) {
        this.store = store;
        this.slurm = slurm;
        this.startDelay = startDelay;
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
        controller
                .start(now, pod -> startDelay.toSeconds())
                .forEach(pod -> set.ghosts().remove(pod.ordinal()));
        if (reachesSlurm) {
            controller.sync(now, set.replicas()).stream()
                    .filter(Pod::started)
                    .forEach(pod -> set.ghosts().put(pod.ordinal(), now));
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
        int excess = set.ghosts().size() - MAX_GHOSTS;
        for (Map.Entry<Integer, Long> ghost : List.copyOf(set.ghosts().entrySet())) {
            boolean old = excess-- > 0 || ghost.getValue() <= now - GHOSTS_KEPT;
            boolean ending = set.controller().pods().stream()
                    .anyMatch(pod -> pod.ordinal() == ghost.getKey() && pod.terminating());
            if (old && !ending) {
                slurm.change(set.spec().slurmNode(ghost.getKey()), SimulatedNode::forget);
                set.ghosts().remove(ghost.getKey());
            }
        }
    }
}
