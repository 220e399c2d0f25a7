package dev.sluice.exporter.kubernetes;

import dev.sluice.common.blocking.BlockingCall;
import io.vertx.core.Vertx;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/**
 * The way to one API server: where it is, whom to trust, and who we are. Client certificates are read once, here, and held
 * in memory; tokens and authorities in files are read again before every request.
 */
public final class KubernetesAccess {

    private final ApiAddress address;
    private final Credentials credentials;

    KubernetesAccess(ApiAddress address, Credentials credentials) {
        this.address = address;
        this.credentials = credentials;
    }

    /**
     * Finds the way; nothing is sent yet.
     *
     * @param environment the variables of this process
     * @param clock for the expiry of credentials
     * @return empty where the settings say off
     * @throws AccessException where a file or a variable that is needed is missing or makes no sense
     */
    public static Optional<KubernetesAccess> open(
            Vertx vertx, AccessSettings settings, Map<String, String> environment, Clock clock) throws AccessException {
        return switch (settings.mode()) {
            case OFF -> Optional.empty();
            case IN_CLUSTER -> Optional.of(inCluster(vertx, settings.serviceAccount(), environment));
            case KUBECONFIG -> {
                Path file = settings.kubeconfig().orElseGet(() -> usualKubeconfig(environment));
                yield Optional.of(new Kubeconfig(file, settings.context()).access(vertx, clock));
            }
        };
    }

    /** {@link #open} as a call that reads files, which may hang. */
    public static BlockingCall<Optional<KubernetesAccess>> opening(
            Vertx vertx, AccessSettings settings, Map<String, String> environment, Clock clock) {
        return new BlockingCall<>(
                "reading the files for access to Kubernetes",
                BlockingCall.DEADLINE,
                () -> open(vertx, settings, environment, clock));
    }

    ApiAddress address() {
        return address;
    }

    Credentials credentials() {
        return credentials;
    }

    private static KubernetesAccess inCluster(Vertx vertx, Path serviceAccount, Map<String, String> environment)
            throws AccessException {
        String host = environment.getOrDefault("KUBERNETES_SERVICE_HOST", "");
        int port = Numbers.of(environment.getOrDefault("KUBERNETES_SERVICE_PORT", ""))
                .orElse(0);
        if (host.isEmpty() || port == 0) {
            throw new AccessException("KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set:"
                    + " this is not inside of a cluster; a kubeconfig is the other way");
        }
        Path authorities = serviceAccount.resolve("ca.crt");
        ApiAddress address =
                new ApiAddress(true, host, port, "", Optional.of(read(authorities)), Optional.empty(), true);
        Path token = serviceAccount.resolve("token");
        return new KubernetesAccess(
                address, Credentials.ofTokenFile(vertx, token, Credential.NONE).following(vertx, authorities));
    }

    private static Path usualKubeconfig(Map<String, String> environment) {
        String listed = environment.getOrDefault("KUBECONFIG", "");
        String first = listed.split(File.pathSeparator, 2)[0];
        return first.isEmpty() ? Path.of(environment.getOrDefault("HOME", ""), ".kube", "config") : Path.of(first);
    }

    static String read(Path file) throws AccessException {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AccessException("the file " + file + " cannot be read");
        }
    }
}
