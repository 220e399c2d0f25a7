package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.derive.NodeReason;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.PodPhase;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeFlag;
import dev.sluice.exporter.model.node.NodeState;
import java.util.Collections;
import java.util.Comparator;
import java.util.Optional;

/**
 * One Slurm node and what it is in Kubernetes; a node outside Kubernetes has neither pod nor NodeSet.
 *
 * @param node the node
 * @param pod its pod, also one that has ended or is being deleted
 * @param nodeSet the NodeSet that it is of
 * @param kubeNode the machine that it is on
 * @param ghost whether it is the record of a pod that was removed, which Slurm keeps as a node that is down
 */
public record JoinedNode(
        Node node, Optional<SlurmdPod> pod, Optional<NodeSet> nodeSet, Optional<KubeNode> kubeNode, boolean ghost) {

    /** Nodes with more GPUs come first; the name tells any two apart. */
    public static final Comparator<JoinedNode> BY_GPUS_AND_NAME = Comparator.<JoinedNode>comparingLong(
                    joined -> joined.node().usable().gpus().total())
            .reversed()
            .thenComparing(joined -> joined.node().name());

    /** A node of a cluster of whose Kubernetes nothing is known. */
    public static JoinedNode outsideKubernetes(Node node) {
        return new JoinedNode(node, Optional.empty(), Optional.empty(), Optional.empty(), false);
    }

    /** Whether a job without a reservation could start on what is free of the node. */
    public boolean takesJobs() {
        return !ghost
                && node.state().schedulable()
                && node.state() != NodeState.RESERVED
                && !node.flags().contains(NodeFlag.RESERVED)
                && Collections.disjoint(node.flags(), Membership.CLOSED);
    }

    /**
     * Whether the node has all GPUs of its machine, so that both number them alike. In Kubernetes the machine says how many it
     * has; a node outside is a machine.
     */
    public boolean hasAllGpusOfItsMachine() {
        boolean inKubernetes = pod.isPresent()
                || nodeSet.isPresent()
                || node.identity().origin().known();
        return !inKubernetes
                || kubeNode.filter(machine ->
                                machine.gpus() == node.usable().gpus().total())
                        .isPresent();
    }

    /** Why it is drained or down, and who did that; empty where it is neither. */
    public Optional<NodeReason> outOfService() {
        return OutOfService.of(this);
    }

    /** The same for any node that takes no work, from the text in its record alone where it is neither drained nor down. */
    public NodeReason reason() {
        return outOfService().orElseGet(() -> NodeReason.of(node.reason().text()));
    }

    /** The pod, where it is there to stay. */
    Optional<SlurmdPod> livePod() {
        return pod.filter(JoinedNode::live);
    }

    boolean busy() {
        return busy(node);
    }

    static boolean busy(Node node) {
        return node.base() == NodeBaseState.ALLOCATED
                || node.base() == NodeBaseState.MIXED
                || node.flags().contains(NodeFlag.COMPLETING);
    }

    /** Whether slurmctld has no contact to the node, or has given it up. */
    static boolean down(Node node) {
        return node.base() == NodeBaseState.DOWN
                || node.base() == NodeBaseState.ERROR
                || node.flags().contains(NodeFlag.NOT_RESPONDING);
    }

    static boolean live(SlurmdPod pod) {
        return exists(pod) && !pod.deleting();
    }

    static boolean exists(SlurmdPod pod) {
        return pod.phase() != PodPhase.SUCCEEDED && pod.phase() != PodPhase.FAILED;
    }
}
