package dev.sluice.simulator;

import dev.sluice.simulator.kubernetes.KubernetesOptions;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The flags of the command that concern Kubernetes.
 *
 * @param on whether there is any
 * @param port of the API server, 0 for any free one
 * @param metricsFrom where the autoscalers read their metric
 * @param kubeconfig the file to write
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

    /** Whether something was set that is of no use without Kubernetes. */
    boolean setInVain() {
        return !on && !equals(NONE);
    }
}
