package dev.sluice.simulator.kubernetes;

import dev.sluice.lab.nodeset.NodeSetController;
import dev.sluice.lab.nodeset.Pod;
import dev.sluice.lab.scheduling.controller.Controller;
import dev.sluice.simulator.kubernetes.Worker.Machine;
import dev.sluice.simulator.kubernetes.api.ObjectStore;
import dev.sluice.simulator.kubernetes.api.ResourceType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A NodeSet of the simulated Kubernetes: pods, machines, and Slurm records of removed pods. */
final class NodeSetState {
    private final NodeSetSpec spec;
    private final ObjectStore store;
    private final NodeSetController controller;
    private final List<Machine> machines = new ArrayList<>();
    private final Map<Pod, Worker> workers = new HashMap<>();
    private final Map<Integer, Long> ghosts = new LinkedHashMap<>();

    /**
     * @param pool index of the NodeSet
     */
    NodeSetState(NodeSetSpec spec, int pool, Controller slurm, ObjectStore store) {
        this.spec = spec;
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

    /** Returns the Slurm records without a pod: the time of the pod's removal by ordinal, oldest first. */
    Map<Integer, Long> ghosts() {
        return ghosts;
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
