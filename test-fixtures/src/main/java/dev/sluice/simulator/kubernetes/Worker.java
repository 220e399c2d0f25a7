package dev.sluice.simulator.kubernetes;

import dev.sluice.lab.nodeset.Pod;
import dev.sluice.lab.nodeset.SlurmNode;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A slurmd pod with its machine, and with the last state of its Slurm node that the operator read. */
final class Worker {
    private final NodeSetSpec nodeSet;
    private final List<Machine> machines;
    private final Pod pod;
    private final Map<String, Instant> conditionsSince = new LinkedHashMap<>();
    private Optional<SlurmNode> slurm = Optional.empty();
    private long deadline;
    private List<Object> shown = List.of();

    Worker(NodeSetSpec nodeSet, List<Machine> machines, Pod pod) {
        this.nodeSet = nodeSet;
        this.machines = machines;
        this.pod = pod;
    }

    NodeSetSpec nodeSet() {
        return nodeSet;
    }

    Pod pod() {
        return pod;
    }

    Optional<Machine> machine() {
        return pod.machine().isPresent()
                ? Optional.of(machines.get(pod.machine().getAsInt()))
                : Optional.empty();
    }

    /** Returns the last state of the Slurm node that the operator read; empty before the slurmd has registered. */
    Optional<SlurmNode> slurm() {
        return slurm;
    }

    /** Records the state of the Slurm node, and the time at which each state began. */
    void seen(Optional<SlurmNode> node, long until, long now) {
        slurm = node;
        deadline = until;
        List<String> states = node.map(SlurmNode::states).orElse(List.of());
        conditionsSince.keySet().retainAll(states);
        states.forEach(state -> conditionsSince.putIfAbsent(state, Instant.ofEpochSecond(now)));
    }

    Instant since(String state) {
        return conditionsSince.getOrDefault(state, Instant.ofEpochSecond(pod.createdAt()));
    }

    /** Returns true if the pod's object differs from the object at the previous call. */
    boolean changed() {
        List<Object> now =
                List.of(pod.machine(), pod.startedAt(), pod.deletedAt(), pod.ready(), pod.cordoned(), slurm, deadline);
        boolean changed = !now.equals(shown);
        shown = now;
        return changed;
    }

    boolean busy() {
        return slurm.map(SlurmNode::busy).orElse(false);
    }

    /** Returns the time at which the last of the node's jobs reaches its time limit, by the operator's last job list. */
    long deadline() {
        return deadline;
    }

    /**
     * A Kubernetes node that can run one slurmd pod of its NodeSet.
     *
     * @param number number of the machine in its NodeSet, from 0
     * @param pool index of its NodeSet
     */
    record Machine(NodeSetSpec nodeSet, int pool, int number) {
        String ip() {
            return "10.0." + (pool + 1) + "." + (number + 11);
        }

        String podIp() {
            return "10.1." + (pool + 1) + "." + (number + 11);
        }

        String zone() {
            return number % 2 == 0 ? "eu-west-1a" : "eu-west-1b";
        }

        String name() {
            return "ip-" + ip().replace('.', '-') + ".eu-west-1.compute.internal";
        }
    }
}
