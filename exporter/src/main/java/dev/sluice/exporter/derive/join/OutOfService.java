package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeFlag;
import dev.sluice.exporter.model.node.NodeReason;
import java.util.Optional;

/**
 * Finds why a node is unavailable, and who caused this, from the node's own reason, the pod and the Kubernetes node.
 */
final class OutOfService {

    private static final NodeReason SILENT = new NodeReason("not_responding", "slurm");

    private OutOfService() {}

    static Optional<NodeReason> of(JoinedNode joined) {
        Node node = joined.node();
        return drained(node) || node.down() ? Optional.of(why(joined)) : Optional.empty();
    }

    static boolean drained(Node node) {
        return node.flags().contains(NodeFlag.DRAIN) || node.flags().contains(NodeFlag.FAIL);
    }

    private static NodeReason why(JoinedNode joined) {
        Node node = joined.node();
        Optional<SlurmdPod> pod = joined.pod();
        Optional<KubeNode> machine = joined.kubeNode();
        String text = node.reason().text().isEmpty()
                ? pod.map(SlurmdPod::drainReason).orElse("")
                : node.reason().text();
        boolean machineCordoned = machine.map(KubeNode::unschedulable).orElse(false);
        if (text.isEmpty() && drained(node) && pod.map(SlurmdPod::cordoned).orElse(false)) {
            return machineCordoned ? NodeReason.MACHINE_CORDON : NodeReason.POD_CORDON;
        }
        if (text.isEmpty() && !drained(node)) {
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
        String given = machine.map(KubeNode::cordonReason).orElse("");
        boolean fromMachine = !given.isEmpty() && text.contains(given);
        return fromMachine || read.owner().equals("operator") ? NodeReason.MACHINE_CORDON : read;
    }
}
