package dev.sluice.common.kubernetes;

import java.nio.file.Path;
import java.util.Map;

/** How to get access to an API server. */
public sealed interface AccessSettings {

    /** Where the kubelet mounts the files of a pod's service account. */
    Path SERVICE_ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    /**
     * Inside of a cluster, as the pod's service account.
     *
     * @param host from {@code KUBERNETES_SERVICE_HOST}; empty where that is not set
     * @param port from {@code KUBERNETES_SERVICE_PORT}; 0 where that is not set
     * @param serviceAccount folder with {@code token} and {@code ca.crt}
     */
    record InCluster(String host, int port, Path serviceAccount) implements AccessSettings {

        /** Whether this process is in a cluster. */
        public boolean known() {
            return !host.isEmpty() && port > 0;
        }
    }

    /**
     * Elsewhere, as the user of a kubeconfig.
     *
     * @param file the kubeconfig
     * @param context the context to use; empty for the current one
     */
    record Kubeconfig(Path file, String context) implements AccessSettings {}

    /** As the variables of the environment say that the kubelet sets. */
    static InCluster inCluster(Map<String, String> environment) {
        String port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "");
        return new InCluster(
                environment.getOrDefault("KUBERNETES_SERVICE_HOST", ""),
                port.matches("[0-9]{1,5}") ? Integer.parseInt(port) : 0,
                SERVICE_ACCOUNT);
    }
}
