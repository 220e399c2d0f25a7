package dev.sluice.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.adapter.demand.DemandSamples;
import dev.sluice.common.RawConnection;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.net.SocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the adapter's self-signed certificate with a client that does not verify the certificate. */
class SelfSignedTest {

    @Test
    void encryptsWithACertificateThatLastsLongerThanTheProcess(@TempDir Path folder) throws IOException {
        try (FakeKubernetes kubernetes = new FakeKubernetes();
                FakeExporter exporter = FakeExporter.answering(200, DemandSamples.bytes("two-clusters.json"))) {
            kubernetes.trust(Pki.pem("proxy-ca"), "[]");
            List<String> flags = List.of("--tls-self-signed");
            try (SecuredAdapter adapter = new SecuredAdapter(folder, kubernetes, exporter, flags, Instant.now())) {
                adapter.awaitTrust();
                SocketFactory anybody = Pki.trustingAnybody("front-proxy").getSocketFactory();
                try (RawConnection client = RawConnection.to(adapter.port(), anybody)) {
                    assertThat(client.get(SecuredAdapter.DESIRED).status()).isEqualTo(200);
                }
                assertThat(adapter.metric("sluice_adapter_certificate_lifetime_seconds"))
                        .isGreaterThan(Duration.ofDays(3650).toSeconds());
                // Patches no APIService, writes no Secret, and reviews no client.
                assertThat(kubernetes.requests())
                        .containsOnly("GET /api/v1/namespaces/kube-system/configmaps/"
                                + "extension-apiserver-authentication");
            }
        }
    }
}
