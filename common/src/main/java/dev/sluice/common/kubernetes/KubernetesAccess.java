package dev.sluice.common.kubernetes;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.tls.ClientTlsFiles.Part;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Access to an API server: address, trusted authorities and credentials.
 *
 * @param address address of the API server
 * @param token bearer token
 * @param pem client certificate, private key and trusted authorities; without trusted authorities, Java's authorities
 *     apply
 */
public record KubernetesAccess(ApiAddress address, Optional<TextOrFile> token, Map<Part, TextOrFile> pem) {

    public KubernetesAccess {
        pem = Map.copyOf(pem);
    }

    /**
     * Reads the files that the settings name, and sends no request. The method can block.
     *
     * @throws IOException if a required file or variable is missing or invalid; the message contains no secret
     */
    public static KubernetesAccess open(AccessSettings settings) throws IOException {
        KubernetesAccess access = settings instanceof AccessSettings.Kubeconfig kubeconfig
                ? new KubeconfigReader(kubeconfig.file(), read(kubeconfig.file())).access(kubeconfig.context())
                : settings instanceof AccessSettings.Address address
                        ? new KubernetesAccess(ApiAddress.of(address.url()), Optional.empty(), Map.of())
                        : inCluster((AccessSettings.InCluster) settings);
        for (TextOrFile each : access.pem().values()) {
            if (each instanceof TextOrFile.InFile pem) {
                read(pem.file());
            }
        }
        return access;
    }

    /** Returns {@link #open} as a blocking call, because reading a file can hang. */
    public static BlockingCall<KubernetesAccess> opening(AccessSettings settings) {
        return new BlockingCall<>(
                "reading the files for access to Kubernetes", BlockingCall.DEADLINE, () -> open(settings));
    }

    private static KubernetesAccess inCluster(AccessSettings.InCluster settings) throws IOException {
        if (!settings.known()) {
            throw new IOException("KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set:"
                    + " outside a cluster, use a kubeconfig");
        }
        return new KubernetesAccess(
                new ApiAddress(true, settings.host(), settings.port(), "", Optional.empty(), true),
                Optional.of(new TextOrFile.InFile(settings.serviceAccount().resolve("token"))),
                Map.of(Part.CA, new TextOrFile.InFile(settings.serviceAccount().resolve("ca.crt"))));
    }

    static String read(Path file) throws IOException {
        try {
            return BlockingCall.reading(file, BlockingCall.SHORT_DEADLINE)
                    .await()
                    .toString();
        } catch (IOException e) {
            throw new IOException("the file " + file + " cannot be read" + BlockingCall.reason(e), e);
        }
    }
}
