package dev.sluice.simulator.kubernetes;

import dev.sluice.lab.kubernetes.NodeSetController;
import dev.sluice.lab.kubernetes.Pod;
import dev.sluice.lab.scheduling.Controller;
import dev.sluice.lab.scheduling.SimulatedNode;
import dev.sluice.simulator.kubernetes.Worker.Machine;
import dev.sluice.simulator.kubernetes.api.ObjectStore;
import dev.sluice.simulator.kubernetes.api.ResourceType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A NodeSet of the simulated API server with scheduler, kubelet and Slinky's slurm-operator: reads the replicas of the
 * stored NodeSet, runs the controller of the NodeSet, and writes pods and status.
 */
final class NodeSetState {
    private static final long GHOSTS_KEPT = 7200;
    private static final int MAX_GHOSTS = 4;

    private final NodeSetSpec spec;
    private final Controller slurm;
    private final ObjectStore store;
    private final NodeSetController controller;
    private final List<Machine> machines = new ArrayList<>();
    private final Map<Pod, Worker> workers = new HashMap<>();
    /** The Slurm records without a pod: the time of the pod's removal by ordinal, oldest first. */
    private final Map<Integer, Long> ghosts = new LinkedHashMap<>();

    /**
     * @param pool index of the NodeSet
     */
    NodeSetState(NodeSetSpec spec, int pool, Controller slurm, ObjectStore store) {
        this.spec = spec;
        this.slurm = slurm;
        this.store = store;
        this.controller = new NodeSetController(
                spec.slurmName(), spec.machines(), slurm, pod -> NodeSetObject.comment(worker(pod)));
        for (int number = 0; number < spec.machines(); number++) {
            machines.add(new Machine(spec, pool, number));
        }
    }

    NodeSetSpec spec() {
        return spec;
    }

    NodeSetController controller() {
        return controller;
    }

    List<Machine> machines() {
        return machines;
    }

    /** Returns all pods in the order of their ordinals, including terminating pods. */
    List<Worker> workers() {
        List<Pod> pods = controller.pods();
        workers.keySet().retainAll(pods);
        return pods.stream().map(this::worker).toList();
    }

    private Worker worker(Pod pod) {
        return workers.computeIfAbsent(pod, added -> new Worker(spec, machines, added));
    }

    Map<Integer, Long> ghosts() {
        return ghosts;
    }

    void setReplicas(int replicas) {
        store.setReplicas(NodeSetSpec.NAMESPACE, spec.name(), replicas);
    }

    /**
     * Runs scheduler, kubelet and operator.
     *
     * @param startDelay seconds from the assignment of a pod's machine to the registration of the pod's slurmd
     * @param reachesSlurm false if slurmrestd does not respond
     */
    void reconcile(long now, long startDelay, boolean reachesSlurm) {
        controller.removeEnded(now).forEach(pod -> store.delete(ResourceType.PODS, NodeSetSpec.NAMESPACE, pod.name()));
        controller.bind(now);
        controller.start(now, pod -> startDelay).forEach(pod -> ghosts.remove(pod.ordinal()));
        if (reachesSlurm) {
            int replicas = store.get(ResourceType.NODE_SETS, NodeSetSpec.NAMESPACE, spec.name())
                    .map(ObjectStore::replicas)
                    .orElse(0);
            controller.sync(now, replicas).stream().filter(Pod::started).forEach(pod -> ghosts.put(pod.ordinal(), now));
            removeGhosts(now);
            workers().forEach(worker -> worker.seen(controller.node(worker.pod())));
            store.update(
                    ResourceType.NODE_SETS,
                    NodeSetSpec.NAMESPACE,
                    spec.name(),
                    nodeSet -> NodeSetObject.setStatus(nodeSet, this));
        } else {
            controller.syncWithoutSlurm(now);
        }
        workers().stream()
                .filter(Worker::changed)
                .forEach(worker -> store.apply(ResourceType.PODS, PodObject.of(worker)));
    }

    /**
     * Removes old ghost nodes, so that ghost nodes do not accumulate in a long demo. With the real operator, the
     * records of ghost nodes stay forever.
     */
    private void removeGhosts(long now) {
        int excess = ghosts.size() - MAX_GHOSTS;
        for (Map.Entry<Integer, Long> ghost : List.copyOf(ghosts.entrySet())) {
            boolean old = excess-- > 0 || ghost.getValue() <= now - GHOSTS_KEPT;
            boolean ending =
                    controller.pods().stream().anyMatch(pod -> pod.ordinal() == ghost.getKey() && pod.terminating());
            if (old && !ending) {
                slurm.change(spec.slurmNode(ghost.getKey()), SimulatedNode::forget);
                ghosts.remove(ghost.getKey());
            }
        }
    }
}
