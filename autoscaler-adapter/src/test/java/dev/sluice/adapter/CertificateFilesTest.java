package dev.sluice.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.adapter.demand.DemandSamples;
import dev.sluice.common.RawConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CertificateFilesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String EXPIRY = "sluice_adapter_certificate_expiry_timestamp_seconds";
    private static final String FAILURES = "sluice_adapter_certificate_failures_total";

    @RegisterExtension
    private final SecuredScene scene =
            new SecuredScene(DemandSamples.bytes("two-clusters.json"), List.of("--keda-port=0", "--keda-tls"));

    /** Minimum number of requests of each client during the change. */
    private static final int REQUESTS = 400;

    @Test
    @Tag("slow")
    void aNewPairIsServedUnderLoadWithoutAFailedRequest() throws Exception {
        double before = scene.adapter.metric(EXPIRY);
        AtomicBoolean enough = new AtomicBoolean();
        ExecutorService clients = Executors.newFixedThreadPool(2);
        try (RawConnection old = connect()) {
            assertThat(old.get(SecuredAdapter.DESIRED).status()).isEqualTo(200);
            // One client keeps its connection. The other client opens a new connection for each request.
            List<Future<Integer>> loads = new ArrayList<>();
            loads.add(clients.submit(load(enough, old)));
            loads.add(clients.submit(load(enough)));

            write("next-serving", "next-serving");
            await().atMost(PATIENCE).until(() -> scene.adapter.metric(EXPIRY) != before);
            write("serving", "serving");
            await().atMost(PATIENCE).until(() -> scene.adapter.metric(EXPIRY) == before);
            write("next-serving", "next-serving");
            await().atMost(PATIENCE).until(() -> scene.adapter.metric(EXPIRY) != before);
            enough.set(true);

            for (Future<Integer> load : loads) {
                assertThat(load.get(5, TimeUnit.MINUTES))
                        .as("requests, all of them answered")
                        .isPositive();
            }
            assertThat(serial(old)).isEqualTo(serial("serving"));
        } finally {
            enough.set(true);
            clients.shutdownNow();
        }
        try (RawConnection now = connect()) {
            assertThat(now.get(SecuredAdapter.DESIRED).status()).isEqualTo(200);
            assertThat(serial(now)).isEqualTo(serial("next-serving"));
        }
    }

    @Test
    void offersOnlyForwardSecretSuitesWithAuthenticatedEncryption() throws IOException {
        for (int port : List.of(scene.adapter.port(), scene.adapter.kedaPort())) {
            assertThat(handshake(port, "AES_128_GCM_SHA256")).isEqualTo("TLSv1.2");
            assertThatThrownBy(() -> handshake(port, "AES_128_CBC_SHA256")).isInstanceOf(SSLException.class);
        }
    }

    private static String handshake(int port, String cipher) throws IOException {
        SSLContext context = Pki.context("");
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
            socket.setEnabledCipherSuites(
                    new String[] {"TLS_ECDHE_ECDSA_WITH_" + cipher, "TLS_ECDHE_RSA_WITH_" + cipher});
            socket.startHandshake();
            return socket.getSession().getProtocol();
        }
    }

    private Callable<Integer> load(AtomicBoolean enough, RawConnection client) {
        return () -> {
            int answered = 0;
            do {
                assertThat(client.get(SecuredAdapter.DESIRED).status()).isEqualTo(200);
                answered++;
            } while (!enough.get() || answered < REQUESTS);
            return answered;
        };
    }

    private Callable<Integer> load(AtomicBoolean enough) {
        return () -> {
            int answered = 0;
            do {
                try (RawConnection client = connect()) {
                    assertThat(client.get(SecuredAdapter.DESIRED).status()).isEqualTo(200);
                }
                answered++;
            } while (!enough.get() || answered < REQUESTS);
            return answered;
        };
    }

    @Test
    void aBrokenPairKeepsTheOneBefore() throws IOException {
        double before = scene.adapter.metric(EXPIRY);

        write("next-serving", "serving");
        await().atMost(PATIENCE).until(() -> scene.adapter.metric(FAILURES) == 1);
        scene.replace("tls.crt", "nothing");
        await().atMost(PATIENCE).until(() -> scene.adapter.metric(FAILURES) == 2);
        Files.delete(scene.folder.resolve("tls.crt"));
        await().atMost(PATIENCE).until(() -> scene.adapter.metric(FAILURES) == 3);

        assertThat(scene.adapter.metric(EXPIRY)).isEqualTo(before);
        try (RawConnection client = connect()) {
            assertThat(client.get(SecuredAdapter.DESIRED).status()).isEqualTo(200);
            assertThat(serial(client)).isEqualTo(serial("serving"));
        }

        write("next-serving", "next-serving");
        await().atMost(PATIENCE).until(() -> scene.adapter.metric(EXPIRY) != before);
    }

    @Test
    void keysMayBeInTheFormThatOpensslUsedToWrite() throws IOException {
        write("rsa", "rsa");

        await().atMost(PATIENCE).until(() -> {
            try (RawConnection client = RawConnection.to(
                    scene.adapter.port(), Pki.trustingAnybody("").getSocketFactory())) {
                client.get("/apis");
                return serial(client).equals(serial("rsa"));
            }
        });
    }

    @Test
    void aSelfSignedCertificateLastsLongerThanTheProcess() throws IOException {
        List<String> flags = List.of("--tls-self-signed");
        try (SecuredAdapter adapter =
                new SecuredAdapter(scene.folder, scene.kubernetes, scene.exporter, flags, Instant.now())) {
            adapter.awaitTrust();
            try (RawConnection client = RawConnection.to(
                    adapter.port(), Pki.trustingAnybody("front-proxy").getSocketFactory())) {
                assertThat(client.get(SecuredAdapter.DESIRED).status()).isEqualTo(200);
            }
            assertThat(adapter.metric("sluice_adapter_certificate_lifetime_seconds"))
                    .isGreaterThan(Duration.ofDays(3650).toSeconds());
            // Patches no APIService, writes no Secret, and reviews no client: two requests a minute.
            assertThat(Security.Timing.USUAL.trust()).isEqualTo(Duration.ofSeconds(30));
            assertThat(scene.kubernetes.requests())
                    .containsOnly("GET /api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication");
        }
    }

    private RawConnection connect() throws IOException {
        return RawConnection.to(scene.adapter.port(), Pki.context("front-proxy").getSocketFactory());
    }

    private void write(String certificate, String key) throws IOException {
        scene.write(certificate, key + "-key");
    }

    private static String serial(RawConnection client) throws IOException {
        return client.shown().getSerialNumber().toString();
    }

    private static String serial(String name) {
        return Pki.certificate(name).getSerialNumber().toString();
    }
}
