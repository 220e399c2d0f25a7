package dev.sluice.exporter.config.schema;

import dev.sluice.common.kubernetes.AccessSettings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The keys {@code kubeconfig} and {@code context} in each configuration section for access to an API server. */
public interface KubeconfigKeys {

    Optional<Path> kubeconfig();

    Optional<String> context();

    /**
     * Returns the access to the API server; without a kubeconfig, the access uses the service account of the exporter's
     * pod.
     */
    default AccessSettings access(Map<String, String> environment) {
        return kubeconfig()
                .<AccessSettings>map(
                        file -> new AccessSettings.Kubeconfig(file, context().orElse("")))
                .orElseGet(() -> AccessSettings.inCluster(environment));
    }

    @Check
    static void contextInKubeconfig(SectionValues in) {
        if (in.has("context") && !in.has("kubeconfig")) {
            in.problem("context", "requires kubeconfig, which holds the contexts");
        }
    }
}
