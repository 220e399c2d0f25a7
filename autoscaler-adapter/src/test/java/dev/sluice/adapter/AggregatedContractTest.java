package dev.sluice.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.adapter.TlsClient.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Tests the code of {@link RealApiServerIT} with a fake API server: the registration, the queries and the cleanup. */
class AggregatedContractTest extends ContractChecks {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static FakeKubernetes kubernetes;

    @SuppressWarnings("NullAway.Init")
    private static FakeExporter exporter;

    @SuppressWarnings("NullAway.Init")
    private static RegisteredAdapter adapter;

    @BeforeAll
    static void start() throws IOException {
        kubernetes = new FakeKubernetes();
        kubernetes.trust(Pki.pem("proxy-ca"), "[\"front-proxy-client\"]");
        exporter = FakeExporter.answering(200, CapturedRequests.demand());
        Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), kubernetes.kubeconfig());
        assertThat(RegisteredAdapter.alreadyServed(kubeconfig)).isEmpty();
        adapter = new RegisteredAdapter(kubeconfig, "localhost", exporter, Duration.ofMillis(50));
        assertThat(RegisteredAdapter.alreadyServed(kubeconfig))
                .containsExactly("v1beta1.external.metrics.k8s.io", "v1beta2.custom.metrics.k8s.io");
    }

    @AfterAll
    static void stop() {
        adapter.close();
        exporter.close();
        assertThat(kubernetes.has(FakeKubernetes.EXTERNAL)).isFalse();
        assertThat(kubernetes.has(FakeKubernetes.CUSTOM)).isFalse();
        assertThat(kubernetes.requests("DELETE", ""))
                .as("two APIServices, a Service, a namespace")
                .isEqualTo(4);
        kubernetes.close();
    }

    @Override
    Reply get(String user, String target, String... headers) {
        return adapter.get(Optional.of(user).filter(name -> !name.equals(MASTER)), target, List.of(headers));
    }

    @Override
    FakeExporter exporter() {
        return exporter;
    }
}
