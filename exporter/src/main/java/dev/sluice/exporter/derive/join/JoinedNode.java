package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeFlag;
import dev.sluice.exporter.model.node.NodeReason;
import dev.sluice.exporter.model.node.NodeState;
import java.util.Collections;
import java.util.Comparator;
import java.util.Optional;

/**
 * A Slurm node with its Kubernetes objects; a node outside Kubernetes has neither pod nor NodeSet.
 *
 * @param pod pod of the node, even if the pod has ended or is being deleted
 * @param kubeNode Kubernetes node of the pod; without pod and NodeSet, the Kubernetes node that is the Slurm node
 * @param ghost true if the pod was removed, and Slurm keeps the node's record as a down node
 */
public record JoinedNode(
        Node node, Optional<SlurmdPod> pod, Optional<NodeSet> nodeSet, Optional<KubeNode> kubeNode, boolean ghost) {

    private static final NodeReason SILENT = new NodeReason("not_responding", "slurm");

    /** Most GPUs first, then by name. */
    public static final Comparator<JoinedNode> BY_GPUS_AND_NAME = Comparator.<JoinedNode>comparingLong(
                    joined -> joined.node().usable().gpus().total())
            .reversed()
            .thenComparing(joined -> joined.node().name());

    /** Returns a node without any Kubernetes data. */
    public static JoinedNode outsideKubernetes(Node node) {
        return new JoinedNode(node, Optional.empty(), Optional.empty(), Optional.empty(), false);
    }

    /** Returns true if a job without a reservation could start on the free resources of the node. */
    public boolean takesJobs() {
        return !ghost
                && node.state().schedulable()
                && node.state() != NodeState.RESERVED
                && !node.flags().contains(NodeFlag.RESERVED)
                && Collections.disjoint(node.flags(), Membership.CLOSED);
    }

    /**
     * Returns true if the node has all GPUs of its machine, so that the node and the machine use the same GPU indexes.
     * In Kubernetes, the Kubernetes node reports the machine's number of GPUs; a node outside Kubernetes is a machine.
     */
    public boolean hasAllGpusOfItsMachine() {
        boolean inKubernetes =
                pod.isPresent() || nodeSet.isPresent() || node.origin().known();
        return !inKubernetes
                || kubeNode.filter(machine ->
                                machine.gpus() == node.usable().gpus().total())
                        .isPresent();
    }

    /**
     * Returns the cause and the owner of the node's drained or down state; empty if the node is neither drained nor
     * down.
     */
    public Optional<NodeReason> outOfService() {
        return drained() || node.down() ? Optional.of(why()) : Optional.empty();
    }

    boolean drained() {
        return node.flags().contains(NodeFlag.DRAIN) || node.flags().contains(NodeFlag.FAIL);
    }

    /** Finds the cause and the owner from the node's own reason, the pod and the Kubernetes node. */
    private NodeReason why() {
        String text = node.reason().text().isEmpty()
                ? pod.map(SlurmdPod::drainReason).orElse("")
                : node.reason().text();
        boolean machineCordoned = kubeNode.map(KubeNode::unschedulable).orElse(false);
        if (text.isEmpty() && drained() && pod.map(SlurmdPod::cordoned).orElse(false)) {
            return machineCordoned ? NodeReason.MACHINE_CORDON : NodeReason.POD_CORDON;
        }
        if (text.isEmpty() && !drained()) {
            // Slurm requires a reason from a person who sets a node down.
            return node.flags().contains(NodeFlag.NOT_RESPONDING) ? SILENT : NodeReason.DOWN;
        }
        NodeReason read = node.reason().text().isEmpty()
                ? NodeReason.of(text)
                : node.reason().meaning();
        if (!machineCordoned || read.kind().equals("scale_in")) {
            return read;
        }
        // The operator replaces its own text for cordons with the reason of the Kubernetes node. The reason can be any
        // text.
        String given = kubeNode.map(KubeNode::cordonReason).orElse("");
        boolean fromMachine = !given.isEmpty() && text.contains(given);
        return fromMachine || read.owner().equals("operator") ? NodeReason.MACHINE_CORDON : read;
    }

    /**
     * Returns why the node is unavailable. If the node is neither drained nor down, uses only the reason in the node's
     * record.
     */
    public NodeReason reason() {
        return outOfService().orElseGet(() -> node.reason().meaning());
    }

    /**
     * Returns true if the pod is starting and the node has no jobs. Slurm keeps the record of a node whose pod is gone,
     * and a new pod with the same name gets this record. slurm-operator edits the record before the new slurmd
     * registers, so that only the start time of slurmd shows whether the record describes the new pod.
     */
    public boolean starting() {
        return !node.busy() && livePod().filter(this::starting).isPresent();
    }

    private boolean starting(SlurmdPod pod) {
        if (node.slurmdStart() < pod.createdAt().getEpochSecond()) {
            return !pod.ready() || absent();
        }
        // slurmd has registered. With ReturnToService=0, the node stays down until the operator sees the node on
        // another
        // machine than before.
        boolean moved = node.origin().known() && !node.origin().kubeNode().equals(pod.kubeNode());
        return absent()
                && !node.flags().contains(NodeFlag.NOT_RESPONDING)
                && (!pod.ready() || moved)
                && outOfService().map(NodeReason::passes).orElse(true);
    }

    /**
     * Returns true if Slurm keeps the node down although the node's pod is ready and slurmd has registered, as with
     * {@code ReturnToService=0} in slurm.conf.
     */
    public boolean keptDown() {
        return livePod().filter(SlurmdPod::ready).isPresent()
                && node.base() == NodeBaseState.DOWN
                && !node.flags().contains(NodeFlag.NOT_RESPONDING)
                && !starting()
                && reason().passes();
    }

    private boolean absent() {
        return node.down()
                || node.base() == NodeBaseState.UNKNOWN
                || node.base() == NodeBaseState.FUTURE
                || node.flags().contains(NodeFlag.POWERING_UP)
                || node.flags().contains(NodeFlag.POWERED_DOWN);
    }

    /** Returns the pod, unless the pod has ended or is being deleted. */
    Optional<SlurmdPod> livePod() {
        return pod.filter(SlurmdPod::live);
    }
}
