package dev.sluice.simulator.kubernetes;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a kubeconfig for the simulated API server. */
public final class KubeconfigFile {
    private KubeconfigFile() {}

    /** Writes the file atomically, so that a waiting reader never sees an incomplete file. */
    public static void write(Path file, URI server) throws IOException {
        String text = """
                apiVersion: v1
                kind: Config
                current-context: simulated
                clusters: [{name: simulated, cluster: {server: "%s"}}]
                contexts: [{name: simulated, context: {cluster: simulated, user: simulated, namespace: %s}}]
                users: [{name: simulated, user: {token: simulated}}]
                """.formatted(server, NodeSetSpec.NAMESPACE);
        Path whole = file.toAbsolutePath();
        Path part = whole.resolveSibling(whole.getFileName() + ".part");
        Files.writeString(part, text);
        Files.move(part, whole, StandardCopyOption.REPLACE_EXISTING);
    }
}
