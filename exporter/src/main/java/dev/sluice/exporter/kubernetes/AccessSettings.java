package dev.sluice.exporter.kubernetes;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How to get to the API server.
 *
 * @param mode by which way
 * @param kubeconfig the file, for {@link Mode#KUBECONFIG}; empty for the first one in the variable {@code KUBECONFIG},
 *     or else {@code ~/.kube/config}
 * @param context the context in that file; empty for its current one
 * @param serviceAccount directory of the service account's files, for {@link Mode#IN_CLUSTER}
 */
public record AccessSettings(Mode mode, Optional<Path> kubeconfig, Optional<String> context, Path serviceAccount) {

    private static final Path SERVICE_ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    /** The ways to the API server. */
    public enum Mode {
        /** As the service account of our own pod. */
        IN_CLUSTER,
        /** As a kubeconfig file says. */
        KUBECONFIG,
        /** Not at all. */
        OFF
    }

    public static AccessSettings inCluster() {
        return new AccessSettings(Mode.IN_CLUSTER, Optional.empty(), Optional.empty(), SERVICE_ACCOUNT);
    }

    public static AccessSettings kubeconfig(Optional<Path> file, Optional<String> context) {
        return new AccessSettings(Mode.KUBECONFIG, file, context, SERVICE_ACCOUNT);
    }

    public static AccessSettings off() {
        return new AccessSettings(Mode.OFF, Optional.empty(), Optional.empty(), SERVICE_ACCOUNT);
    }
}
