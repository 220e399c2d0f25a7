package dev.sluice.adapter.config;

import java.nio.file.Path;

/** The way to the Kubernetes API server that is asked who may ask. */
public sealed interface KubernetesSettings {

    /**
     * From inside of a cluster, as the pod's service account.
     *
     * @param host from {@code KUBERNETES_SERVICE_HOST}
     * @param port from {@code KUBERNETES_SERVICE_PORT}
     * @param serviceAccount folder with {@code token} and {@code ca.crt}
     */
    record InCluster(String host, int port, Path serviceAccount) implements KubernetesSettings {}

    /**
     * From elsewhere, as the user of the file's current context.
     *
     * @param file a kubeconfig
     */
    record Kubeconfig(Path file) implements KubernetesSettings {}
}
