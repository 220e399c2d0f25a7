package dev.sluice.simulator.kubernetes;

import dev.sluice.common.nodeset.NodeSetController;
import dev.sluice.common.nodeset.NodeUse;
import dev.sluice.common.nodeset.Pod;
import dev.sluice.common.nodeset.SlurmNodes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A NodeSet of the simulated Kubernetes: pods, machines, and Slurm records of removed pods. */
final class NodeSetState implements SlurmNodes {
    private final NodeSetSpec spec;
    private final SlurmControl slurm;
    private final NodeSetController controller;
    private final List<Machine> machines = new ArrayList<>();
    private final Map<Pod, Worker> workers = new HashMap<>();
    private final Map<Integer, Long> ghosts = new TreeMap<>();

    /**
     * @param pool index of the NodeSet
     */
    NodeSetState(NodeSetSpec spec, int pool, SlurmControl slurm, NodeSetController.Times times) {
        this.spec = spec;
        this.slurm = slurm;
        this.controller = new NodeSetController(spec.machines(), times, this);
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

    /** Returns the pods that are not terminating. */
    List<Worker> live() {
        return controller.live().stream().map(this::worker).toList();
    }

    private Worker worker(Pod pod) {
        return workers.computeIfAbsent(pod, added -> new Worker(spec, machines, added));
    }

    /** Reads the Slurm nodes of all pods. */
    void look(long now) {
        workers().forEach(worker -> worker.seen(record(worker.pod()), now));
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

    /**
     * Returns the record of the pod's node; empty before the pod's slurmd has registered. Ignores the record of an
     * earlier pod.
     */
    private Optional<SlurmNode> record(Pod pod) {
        return pod.started() ? slurm.node(spec.slurmNode(pod.ordinal())) : Optional.empty();
    }

    @Override
    public Optional<NodeUse> node(Pod pod) {
        return record(pod).map(node -> new NodeUse(node.busy(), node.draining(), node.reason(), node.deadline()));
    }

    @Override
    public void register(Pod pod) {
        slurm.register(spec.slurmNode(pod.ordinal()), NodeSetJson.comment(worker(pod)));
    }

    @Override
    public void drain(Pod pod) {
        String reason = NodeSetController.drainReason(NodeSetSpec.NAMESPACE, spec.pod(pod.ordinal()));
        slurm.drain(spec.slurmNode(pod.ordinal()), reason);
    }

    @Override
    public void undrain(Pod pod) {
        slurm.undrain(spec.slurmNode(pod.ordinal()));
    }

    /** Does the work of the pod's preStop hook (operator 1.2 and later). */
    @Override
    public void stop(Pod pod) {
        slurm.down(spec.slurmNode(pod.ordinal()), "Pod is terminating");
    }
}
