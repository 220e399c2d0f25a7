package dev.sluice.simulator;

import dev.sluice.simulator.kubernetes.KubernetesOptions;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The command's Kubernetes flags.
 *
 * @param on enables Kubernetes
 * @param port port of the API server; 0 for a free port
 * @param metricsFrom source of the autoscalers' metric
 * @param kubeconfig file to write
 */
record KubernetesFlags(
        boolean on, int port, Optional<String> metricsFrom, Optional<Path> kubeconfig, KubernetesOptions options) {
    static final KubernetesFlags NONE =
            new KubernetesFlags(false, 0, Optional.empty(), Optional.empty(), KubernetesOptions.USUAL);

    /** Returns true if Kubernetes is off but another Kubernetes flag is set. */
    boolean setInVain() {
        return !on && !equals(NONE);
    }
}
