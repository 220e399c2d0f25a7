package dev.sluice.simulator.kubernetes;

import dev.sluice.lab.nodeset.NodeSetController;
import dev.sluice.lab.nodeset.Pod;
import dev.sluice.lab.scheduling.controller.Controller;
import dev.sluice.simulator.kubernetes.api.ObjectStore;
import dev.sluice.simulator.kubernetes.api.ResourceType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A NodeSet of the simulated Kubernetes: pods, machines, and Slurm records of removed pods. */
final class NodeSetState {
    private static final long SECONDS_TO_TERMINATE = 10;

    private final NodeSetSpec spec;
    private final ObjectStore store;
    private final NodeSetController controller;
    private final List<Machine> machines = new ArrayList<>();
    private final Map<Pod, Worker> workers = new HashMap<>();
    private final Map<Integer, Long> ghosts = new TreeMap<>();

    /**
     * @param pool index of the NodeSet
     */
    NodeSetState(NodeSetSpec spec, int pool, Controller slurm, ObjectStore store, KubernetesOptions options) {
        this.spec = spec;
        this.store = store;
        this.controller = new NodeSetController(
                spec.slurmName(),
                spec.machines(),
                new NodeSetController.Behavior(SECONDS_TO_TERMINATE, options.preStopFails(), options.returnToService()),
                slurm,
                pod -> NodeSetObject.comment(worker(pod)));
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
        return List.copyOf(machines);
    }

    /** Returns all pods in the order of their ordinals, including terminating pods. */
    List<Worker> workers() {
        List<Pod> pods = controller.pods();
        workers.keySet().retainAll(pods);
        return pods.stream().map(this::worker).toList();
    }

    Worker worker(Pod pod) {
        return workers.computeIfAbsent(pod, added -> new Worker(spec, machines, added));
    }

    /** Reads the Slurm nodes of all pods. */
    void look(long now) {
        workers().forEach(worker -> worker.seen(controller.node(worker.pod()), controller.deadline(worker.pod()), now));
    }

    void addGhost(int ordinal, long now) {
        ghosts.put(ordinal, now);
    }

    void removeGhost(int ordinal) {
        ghosts.remove(ordinal);
    }

    /** Returns the ordinals of removed pods with Slurm records, oldest first. */
    List<Integer> ghosts() {
        return ghostsSince(Long.MAX_VALUE);
    }

    /** Returns the ghost nodes that became ghost nodes at the given time or earlier. */
    List<Integer> ghostsSince(long time) {
        return ghosts.entrySet().stream()
                .filter(ghost -> ghost.getValue() <= time)
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns the replicas of the stored NodeSet. */
    int replicas() {
        return store.get(ResourceType.NODE_SETS, NodeSetSpec.NAMESPACE, spec.name())
                .map(ObjectStore::replicas)
                .orElse(0);
    }

    void setReplicas(int replicas) {
        store.setReplicas(NodeSetSpec.NAMESPACE, spec.name(), replicas);
    }
}
