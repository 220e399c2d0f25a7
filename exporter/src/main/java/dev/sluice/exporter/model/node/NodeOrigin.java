package dev.sluice.exporter.model.node;

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
