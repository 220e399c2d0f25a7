package dev.sluice.adapter;

import static org.awaitility.Awaitility.await;

import dev.sluice.common.RawConnection;
import dev.sluice.common.RawConnection.Reply;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A running adapter with TLS. The adapter checks permissions with a Kubernetes API server, and reads one exporter. */
final class SecuredAdapter implements AutoCloseable {

    static final String DESIRED = AdapterFixture.EXTERNAL
            + "/namespaces/slurm/slurm_nodeset_desired_replicas?labelSelector=nodeset%3Dgpu,cluster%3Dresearch";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** A time after the creation of the certificates in the folder pki. */
    private static final Instant AFTERWARDS = Instant.parse("2027-01-01T00:00:00Z");

    private final AdapterFixture adapter;
    private final Path kubeconfig;

    SecuredAdapter(Path folder, FakeKubernetes kubernetes, FakeExporter exporter, List<String> tls, Instant now)
            throws IOException {
        kubeconfig = Files.writeString(Files.createTempFile(folder, "kubeconfig", ""), kubernetes.kubeconfig());
        Map<String, String> defaults = Map.of(
                "SLUICE_ADAPTER_EXPORTER", exporter.url(),
                "SLUICE_ADAPTER_LISTEN", "127.0.0.1",
                "SLUICE_ADAPTER_PORT", "0",
                "SLUICE_ADAPTER_METRICS_PORT", "0",
                "SLUICE_ADAPTER_KUBECONFIG", kubeconfig.toString(),
                "SLUICE_ADAPTER_INTERVAL", "50ms");
        adapter = new AdapterFixture(AdapterFixture.config(defaults, tls), Duration.ofMillis(50), now);
        await().atMost(PATIENCE).until(() -> ready().body().contains("cluster research: served"));
    }

    /** Copies the certificate {@code serving} of the folder pki into a folder, and starts an adapter with the copy. */
    static SecuredAdapter withFiles(Path folder, FakeKubernetes kubernetes, FakeExporter exporter) throws IOException {
        return withFiles(folder, kubernetes, exporter, List.of());
    }

    static SecuredAdapter withFiles(Path folder, FakeKubernetes kubernetes, FakeExporter exporter, List<String> more)
            throws IOException {
        Path cert = Files.writeString(folder.resolve("tls.crt"), Pki.pem("serving"));
        Path key = Files.writeString(folder.resolve("tls.key"), Pki.pem("serving-key"));
        List<String> flags = new ArrayList<>(List.of("--tls-cert=" + cert, "--tls-key=" + key));
        flags.addAll(more);
        return new SecuredAdapter(folder, kubernetes, exporter, flags, AFTERWARDS);
    }

    void replaceKubeconfig(FakeKubernetes kubernetes) throws IOException {
        Files.writeString(kubeconfig, kubernetes.kubeconfig());
    }

    int port() {
        return adapter.port();
    }

    int kedaPort() {
        return adapter.kedaPort();
    }

    /**
     * Requests the demand.
     *
     * @param certificate name of the client certificate; empty for no certificate
     */
    Reply desired(String certificate, String... headers) {
        return get(certificate, DESIRED, headers);
    }

    Reply get(String certificate, String target, String... headers) {
        try (RawConnection client =
                RawConnection.to(port(), Pki.context(certificate).getSocketFactory())) {
            return client.get(target, headers);
        } catch (IOException e) {
            throw new AssertionError("GET " + target + " got no answer", e);
        }
    }

    /** Waits until the adapter has read the cluster's ConfigMap. */
    void awaitTrust() {
        await().atMost(PATIENCE).until(() -> metric("sluice_adapter_authentication_config_up") == 1);
    }

    /** Returns the value of one of the adapter's own metrics. */
    double metric(String name) {
        return adapter.operations("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no metric " + name));
    }

    /** Returns the response to the kubelet's probe. */
    HttpResponse<String> ready() {
        return adapter.operations("/readyz");
    }

    void stop(AdapterApp.Pause pause) throws InterruptedException {
        adapter.stop(pause);
    }

    @Override
    public void close() {
        adapter.close();
    }
}
