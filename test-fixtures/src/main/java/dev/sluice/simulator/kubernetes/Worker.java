package dev.sluice.simulator.kubernetes;

import dev.sluice.lab.kubernetes.Pod;
import dev.sluice.lab.kubernetes.SlurmNode;
import java.util.List;
import java.util.Optional;

/** A slurmd pod with its machine, and with the last state of its Slurm node that the operator read. */
final class Worker {
    private final NodeSetSpec nodeSet;
    private final List<Machine> machines;
    private final Pod pod;
    private Optional<SlurmNode> slurm = Optional.empty();
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

    void seen(Optional<SlurmNode> node) {
        slurm = node;
    }

    /** Returns true if the pod's object differs from the object at the previous call. */
    boolean changed() {
        List<Object> now = List.of(pod.machine(), pod.startedAt(), pod.deletedAt(), pod.ready(), pod.cordoned(), slurm);
        boolean changed = !now.equals(shown);
        shown = now;
        return changed;
    }

    /**
     * A Kubernetes node that can run one slurmd pod of its NodeSet.
     *
     * @param number number of the machine in its NodeSet, from 0
     * @param pool index of its NodeSet
     */
    record Machine(NodeSetSpec nodeSet, int pool, int number) {
        String zone() {
            return number % 2 == 0 ? "eu-west-1a" : "eu-west-1b";
        }

        String name() {
            return "ip-10-0-" + (pool + 1) + "-" + (number + 11) + ".eu-west-1.compute.internal";
        }
    }
}
