package dev.sluice.exporter.model.node;

/**
 * Where a Slurm node came from, as slurm-operator says. Texts are empty where it does not say them.
 *
 * @param namespace namespace of the pod and of the NodeSet
 * @param podName the pod
 * @param kubeNode the Kubernetes node that the pod is on
 * @param nodeSet the NodeSet
 */
public record NodeOrigin(String namespace, String podName, String kubeNode, String nodeSet) {

    /** Of a node that slurm-operator did not make. */
    public static final NodeOrigin UNKNOWN = new NodeOrigin("", "", "", "");

    /** Whether it names a pod or a NodeSet. */
    public boolean known() {
        return !namespace.isEmpty() && !(podName.isEmpty() && nodeSet.isEmpty());
    }
}
