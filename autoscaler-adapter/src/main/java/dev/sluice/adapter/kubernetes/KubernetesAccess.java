package dev.sluice.adapter.kubernetes;

import dev.sluice.adapter.config.KubernetesSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The way to an API server: where it is, whom to trust to be it, and who we are.
 *
 * @param tls whether it speaks TLS
 * @param host name or address
 * @param port where it listens
 * @param path what comes before the API's own paths; empty, or with a slash at its start and none at its end
 * @param authority who may vouch for it; empty for those that Java trusts
 * @param serverName the name that its certificate must have, where that is not the host
 * @param verify whether its certificate is looked at
 * @param token our bearer token
 * @param certificate our client certificate
 */
public record KubernetesAccess(
        boolean tls,
        String host,
        int port,
        String path,
        Optional<Secret> authority,
        Optional<String> serverName,
        boolean verify,
        Optional<Secret> token,
        Optional<KeyPair> certificate) {

    /** A text, or the file to read it from before every request, because such files are replaced while we run. */
    public sealed interface Secret {

        /** Read before every request. */
        record InFile(Path file) implements Secret {}

        /** Always the same. */
        record Fixed(String text) implements Secret {
            @Override
            public String toString() {
                return "Fixed";
            }
        }
    }

    /** A client certificate and its key, each PEM. */
    public record KeyPair(Secret certificate, Secret key) {}

    /**
     * The way that the settings describe; nothing is sent yet.
     *
     * @throws IOException where a kubeconfig cannot be read or makes no sense
     */
    public static KubernetesAccess open(KubernetesSettings settings) throws IOException {
        if (settings instanceof KubernetesSettings.Kubeconfig kubeconfig) {
            return new Kubeconfig(kubeconfig.file()).access();
        }
        KubernetesSettings.InCluster inCluster = (KubernetesSettings.InCluster) settings;
        return new KubernetesAccess(
                true,
                inCluster.host(),
                inCluster.port(),
                "",
                Optional.of(new Secret.InFile(inCluster.serviceAccount().resolve("ca.crt"))),
                Optional.empty(),
                true,
                Optional.of(new Secret.InFile(inCluster.serviceAccount().resolve("token"))),
                Optional.empty());
    }
}
