package dev.sluice.common.kubernetes;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.tls.ClientTlsFiles.Part;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Access to an API server: its address, the authorities to trust, and our credentials.
 *
 * @param address where it is
 * @param token our bearer token
 * @param pem our client certificate and its key, and the authorities that vouch for the server; without them Java's own
 */
public record KubernetesAccess(ApiAddress address, Optional<TextOrFile> token, Map<Part, TextOrFile> pem) {

    public KubernetesAccess {
        pem = Map.copyOf(pem);
    }

    /** Anonymous access, with Java's authorities. */
    public static KubernetesAccess anonymous(ApiAddress address) {
        return new KubernetesAccess(address, Optional.empty(), Map.of());
    }

    /**
     * Reads the files that the settings name; nothing is sent yet. May block.
     *
     * @throws IOException where a file or a variable that is needed is missing or makes no sense; the message names no secret
     */
    public static KubernetesAccess open(AccessSettings settings) throws IOException {
        KubernetesAccess access = settings instanceof AccessSettings.Kubeconfig kubeconfig
                ? new KubeconfigReader(kubeconfig.file()).access(kubeconfig.context())
                : inCluster((AccessSettings.InCluster) settings);
        for (TextOrFile each : access.pem().values()) {
            if (each instanceof TextOrFile.InFile pem) {
                read(pem.file());
            }
        }
        return access;
    }

    /** {@link #open} as a call that reads files, which may hang. */
    public static BlockingCall<KubernetesAccess> opening(AccessSettings settings) {
        return new BlockingCall<>(
                "reading the files for access to Kubernetes", BlockingCall.DEADLINE, () -> open(settings));
    }

    private static KubernetesAccess inCluster(AccessSettings.InCluster settings) throws IOException {
        if (!settings.known()) {
            throw new IOException("KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set:"
                    + " this is not inside of a cluster; use a kubeconfig");
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
