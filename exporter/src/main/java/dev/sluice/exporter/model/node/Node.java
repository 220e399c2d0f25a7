package dev.sluice.exporter.model.node;

import dev.sluice.exporter.model.Tres;
import java.util.List;
import java.util.Set;

/**
 * One Slurm node.
 *
 * @param origin pod and NodeSet of the node, which slurm-operator writes into the comment of the node
 * @param partitions partitions of the node, in Slurm's order
 * @param features features that jobs can request now (ActiveFeatures)
 * @param usable resources that jobs can use: CPUEfctv (without specialized cores), RealMemory minus MemSpecLimit, and
 *     the registered GPUs ({@code Gres})
 * @param allocated resources allocated to jobs; GPUs from {@code GresUsed}
 * @param owner the only user whose jobs can run on the node now ({@code --exclusive=user}); empty without such a
 *     restriction
 * @param reservation reservation that holds the node now; empty without a reservation
 * @param slurmdStart start of the slurmd that registered last, in seconds since the epoch; 0 if none has registered
 * @param topology place in the network, such as {@code default:b1} or {@code tree:core:leaf2}; empty if unknown
 */
public record Node(
        String name,
        NodeOrigin origin,
        NodeBaseState base,
        Set<NodeFlag> flags,
        List<String> partitions,
        List<String> features,
        NodeResources usable,
        NodeResources allocated,
        NodeLayout layout,
        String owner,
        String reservation,
        Reason reason,
        long slurmdStart,
        String topology) {

    /**
     * Why an administrator or a program took a node out of service.
     *
     * @param text text of the reason; empty without a reason
     * @param user user who set the reason; empty if unknown
     * @param since time at which the reason was set, in seconds since the epoch; 0 if never set
     * @param meaning cause and owner that the text and the user show
     */
    public record Reason(String text, String user, long since, NodeReason meaning) {
        public static final Reason NONE = new Reason("", "", 0);

        /** Creates a reason without rules of the site. */
        public Reason(String text, String user, long since) {
            this(text, user, since, NodeReason.of(text, user, List.of()));
        }
    }

    /** Returns the resources that jobs have left free. */
    public NodeResources free() {
        return usable.minus(allocated);
    }

    /** Returns whether no resources of the node are allocated to jobs. */
    public boolean unallocated() {
        return allocated.cpus() == 0
                && allocated.memoryBytes() == 0
                && allocated.gpus().isEmpty()
                && allocated.shardedGpus().isEmpty();
    }

    /** Returns whether the node has jobs, even if the last job is still completing. */
    public boolean busy() {
        return base == NodeBaseState.ALLOCATED || base == NodeBaseState.MIXED || flags.contains(NodeFlag.COMPLETING);
    }

    /** Returns whether slurmctld has no contact with the node, or considers the node down. */
    public boolean down() {
        return base == NodeBaseState.DOWN || base == NodeBaseState.ERROR || flags.contains(NodeFlag.NOT_RESPONDING);
    }

    /** Returns the node after the end of a job that holds these resources on the node. */
    public Node without(Tres held) {
        NodeResources left = new NodeResources(
                Math.max(0, allocated.cpus() - held.cpus()),
                Math.max(0, allocated.memoryBytes() - held.memoryBytes()),
                allocated.gpus().minus(held.gpus()),
                allocated.gres(),
                allocated.shardedGpus());
        return with(partitions, usable, left);
    }

    /** Returns a copy with other partitions and resources. */
    public Node with(List<String> newPartitions, NodeResources newUsable, NodeResources newAllocated) {
        return new Node(
                name,
                origin,
                base,
                flags,
                newPartitions,
                features,
                newUsable,
                newAllocated,
                layout,
                owner,
                reservation,
                reason,
                slurmdStart,
                topology);
    }

    /** Returns the block or leaf switch; empty if unknown, or if the node has a place in several networks. */
    public String block() {
        return topology.indexOf(',') < 0 ? topology.substring(topology.lastIndexOf(':') + 1) : "";
    }

    public NodeState state() {
        return NodeState.of(base, flags);
    }

    /**
     * The pod and NodeSet of a Slurm node, as reported by slurm-operator. Texts are empty if not reported.
     *
     * @param namespace namespace of the pod and of the NodeSet
     * @param kubeNode Kubernetes node of the pod
     */
    public record NodeOrigin(String namespace, String podName, String kubeNode, String nodeSet) {

        /** The origin of a node that slurm-operator did not create. */
        public static final NodeOrigin UNKNOWN = new NodeOrigin("", "", "", "");

        /** Returns whether the pod or the NodeSet is known. */
        public boolean known() {
            return !namespace.isEmpty() && !(podName.isEmpty() && nodeSet.isEmpty());
        }
    }
}
