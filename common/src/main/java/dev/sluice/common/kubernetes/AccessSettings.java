package dev.sluice.common.kubernetes;

import java.nio.file.Path;
import java.util.Map;

/** The settings for access to an API server. */
public sealed interface AccessSettings {

    /** The kubelet's mount point of a pod's service account. */
    Path SERVICE_ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    /**
     * Access from a pod in the cluster, as the pod's service account.
     *
     * @param host value of {@code KUBERNETES_SERVICE_HOST}; empty if the variable is not set
     * @param port value of {@code KUBERNETES_SERVICE_PORT}; 0 if the variable is not set
     * @param serviceAccount folder with {@code token} and {@code ca.crt}
     */
    record InCluster(String host, int port, Path serviceAccount) implements AccessSettings {

        public boolean known() {
            return !host.isEmpty() && port > 0;
        }
    }

    /**
     * Access from outside the cluster, as the user of a kubeconfig.
     *
     * @param file kubeconfig file
     * @param context context name; empty for the current context
     */
    record Kubeconfig(Path file, String context) implements AccessSettings {}

    /** Reads the environment variables that the kubelet sets. */
    static InCluster inCluster(Map<String, String> environment) {
        String port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "");
        return new InCluster(
                environment.getOrDefault("KUBERNETES_SERVICE_HOST", ""),
                port.matches("[0-9]{1,5}") ? Integer.parseInt(port) : 0,
                SERVICE_ACCOUNT);
    }
}
