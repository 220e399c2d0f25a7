package dev.sluice.adapter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A running adapter over TLS, with its API server and exporter, for one test. */
final class SecuredScene implements BeforeEachCallback, AfterEachCallback {

    /** The common names that the cluster allows for its front proxy. */
    static final String NAMES = "[\"front-proxy-client\"]";

    private final byte[] demand;
    private final List<String> settings;

    /** Contains the files of the adapter's certificate. */
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    FakeKubernetes kubernetes;

    @SuppressWarnings("NullAway.Init")
    FakeExporter exporter;

    @SuppressWarnings("NullAway.Init")
    SecuredAdapter adapter;

    /**
     * Creates a scene without starting the scene.
     *
     * @param demand the exporter's response
     */
    SecuredScene(byte[] demand) {
        this(demand, List.of());
    }

    SecuredScene(byte[] demand, List<String> settings) {
        this.demand = demand;
        this.settings = settings;
    }

    /** Replaces each of the adapter's files atomically, like a cluster that renews a Secret. */
    void write(String certificate, String key) throws IOException {
        replace("tls.crt", Pki.pem(certificate));
        replace("tls.key", Pki.pem(key));
    }

    void replace(String name, String content) throws IOException {
        Path next = Files.writeString(folder.resolve(name + ".next"), content);
        Files.move(next, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        folder = Files.createTempDirectory("secured-scene");
        kubernetes = new FakeKubernetes();
        kubernetes.trust(Pki.pem("proxy-ca"), NAMES);
        exporter = FakeExporter.answering(200, demand);
        adapter = SecuredAdapter.withFiles(folder, kubernetes, exporter, settings);
        adapter.awaitTrust();
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        adapter.close();
        exporter.close();
        kubernetes.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
