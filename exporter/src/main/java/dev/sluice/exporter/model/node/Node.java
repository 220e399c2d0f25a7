package dev.sluice.exporter.model.node;

import dev.sluice.exporter.model.Tres;
import java.util.List;
import java.util.Set;

/**
 * One Slurm node.
 *
 * @param partitions the partitions that hold the node, in Slurm's order
 * @param features the features that jobs can ask for now (ActiveFeatures)
 * @param usable resources that jobs can use: CPUEfctv (without specialised cores), RealMemory less MemSpecLimit, and the
 *     GPUs that are registered ({@code Gres})
 * @param allocated resources allocated to jobs, GPUs by {@code GresUsed}
 * @param layout how its CPUs are laid out
 * @param owner the user whose jobs alone may be on it now ({@code --exclusive=user}); empty where anybody's may
 * @param reservation the reservation that holds the node now; empty where none does
 */
public record Node(
        NodeIdentity identity,
        NodeStatus status,
        List<String> partitions,
        List<String> features,
        NodeResources usable,
        NodeResources allocated,
        NodeLayout layout,
        String owner,
        String reservation,
        Reason reason) {

    /**
     * Why an administrator or a program took a node out of service.
     *
     * @param text empty where nobody did
     * @param user who set the reason; empty where unknown
     * @param since when the reason was set, seconds since the epoch; 0 where it never was
     */
    public record Reason(String text, String user, long since) {
        public static final Reason NONE = new Reason("", "", 0);
    }

    /** NodeName. */
    public String name() {
        return identity.name();
    }

    public NodeBaseState base() {
        return status.base();
    }

    public Set<NodeFlag> flags() {
        return status.flags();
    }

    /** Whether jobs hold nothing of it. */
    public boolean unallocated() {
        return allocated.cpus() == 0
                && allocated.memoryBytes() == 0
                && allocated.gpus().isEmpty()
                && allocated.shardedGpus().isEmpty();
    }

    /** The same node after the end of a job that holds these resources on the node. */
    public Node without(Tres held) {
        NodeResources left = new NodeResources(
                Math.max(0, allocated.cpus() - held.cpus()),
                Math.max(0, allocated.memoryBytes() - held.memoryBytes()),
                allocated.gpus().minus(held.gpus()),
                allocated.gres(),
                allocated.shardedGpus());
        return new Node(identity, status, partitions, features, usable, left, layout, owner, reservation, reason);
    }

    public NodeState state() {
        return NodeState.of(status.base(), status.flags());
    }
}
