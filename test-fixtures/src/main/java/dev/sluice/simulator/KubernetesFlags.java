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

    KubernetesFlags withOn() {
        return new KubernetesFlags(true, port, metricsFrom, kubeconfig, options);
    }

    KubernetesFlags withPort(int number) {
        return new KubernetesFlags(on, number, metricsFrom, kubeconfig, options);
    }

    KubernetesFlags withMetricsFrom(String url) {
        return new KubernetesFlags(on, port, Optional.of(url), kubeconfig, options);
    }

    KubernetesFlags withKubeconfig(Path file) {
        return new KubernetesFlags(on, port, metricsFrom, Optional.of(file), options);
    }

    KubernetesFlags withOptions(KubernetesOptions other) {
        return new KubernetesFlags(on, port, metricsFrom, kubeconfig, other);
    }

    /** Returns true if Kubernetes is off but another Kubernetes flag is set. */
    boolean setInVain() {
        return !on && !equals(NONE);
    }
}
