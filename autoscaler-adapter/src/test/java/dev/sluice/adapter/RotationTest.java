package dev.sluice.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.adapter.TlsClient.Reply;
import dev.sluice.adapter.config.Setting;
import dev.sluice.adapter.demand.DemandSamples;
import dev.sluice.adapter.keda.KedaClient;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Renews all certificates and authorities that a cluster renews, several times. Meanwhile, three kinds of clients send
 * requests: an API server, clients with many short connections, and KEDA.
 */
@Tag("slow")
class RotationTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ROUNDS = 4;
    private static final String EXPIRY = "sluice_adapter_certificate_expiry_timestamp_seconds";
    private static final List<String> MASTER = List.of("X-Remote-User: a", "X-Remote-Group: system:masters");
    private static final Map<String, String> GPU = Map.of("nodeset", "gpu", "cluster", "research");

    @RegisterExtension
    private final SecuredScene scene = new SecuredScene(
            DemandSamples.bytes("two-clusters.json"),
            Map.of(Setting.KEDA_PORT, List.of("0"), Setting.KEDA_TLS, List.of()));

    /**
     * The API server's current certificate. The API server gets a new certificate only after all peers trust the new
     * certificate.
     */
    private volatile String shown = "front-proxy";

    private volatile boolean enough;

    @AfterEach
    void stop() {
        enough = true;
    }

    /** A client that sends requests until the test stops the client. Fails at the first unexpected response. */
    private record Load(Future<Integer> requests, AtomicInteger begun) {}

    @Test
    void noRequestFailsWhileCertificatesAndAuthoritiesChange() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            List<Load> loads = new ArrayList<>();
            loads.add(load(threads, this::overOneConnection));
            loads.add(load(threads, this::overManyConnections));
            loads.add(load(threads, this::asKeda));
            for (int round = 0; round < ROUNDS; round++) {
                boolean away = round % 2 == 0;
                rotate(
                        loads,
                        away ? "proxy-ca" : "next-proxy-ca",
                        away ? "next-proxy-ca" : "proxy-ca",
                        away ? "next-front-proxy" : "front-proxy",
                        away ? "next-serving" : "serving");
            }
            rotate(loads, "proxy-ca", "next-proxy-ca", "next-front-proxy", "next-serving");
            enough = true;
            for (Load load : loads) {
                assertThat(load.requests().get(60, TimeUnit.SECONDS)).isGreaterThan(3 * ROUNDS);
            }
        } finally {
            enough = true;
            threads.shutdownNow();
        }
        assertThat(scene.adapter
                        .desired("front-proxy", MASTER.toArray(String[]::new))
                        .status())
                .as("whom the authority of before vouches for")
                .isEqualTo(401);
        assertThat(serialAt(scene.adapter.port())).isEqualTo(serial("next-serving"));
        assertThat(serialAt(scene.adapter.kedaPort())).isEqualTo(serial("next-serving"));
    }

    /**
     * Rotates like Kubernetes: both authorities, then the API server's new certificate, then only the new authority.
     */
    private void rotate(List<Load> loads, String from, String to, String client, String serving) throws IOException {
        scene.kubernetes.trust(Pki.pem(from) + Pki.pem(to), SecuredScene.NAMES);
        await().atMost(PATIENCE).until(() -> answers(client) == 200);
        double before = scene.adapter.metric(EXPIRY);
        scene.write(serving, serving + "-key");
        String old = shown;
        shown = client;
        await().atMost(PATIENCE).until(() -> scene.adapter.metric(EXPIRY) != before);
        // From now on, no request with the previous certificate is running.
        for (Load load : loads) {
            int now = load.begun().get();
            await().atMost(PATIENCE)
                    .until(() -> load.begun().get() > now + 1 || load.requests().isDone());
        }
        scene.kubernetes.trust(Pki.pem(to), SecuredScene.NAMES);
        await().atMost(PATIENCE).until(() -> answers(old) == 401);
        assertThat(serialAt(scene.adapter.port())).isEqualTo(serial(serving));
        assertThat(serialAt(scene.adapter.kedaPort())).isEqualTo(serial(serving));
    }

    private int answers(String certificate) {
        return scene.adapter.desired(certificate, MASTER.toArray(String[]::new)).status();
    }

    private interface Client {
        int ask(AtomicInteger begun) throws Exception;
    }

    private static Load load(ExecutorService threads, Client client) {
        AtomicInteger begun = new AtomicInteger();
        Callable<Integer> work = () -> client.ask(begun);
        return new Load(threads.submit(work), begun);
    }

    /** Uses one connection until the certificate changes, like an API server. */
    private int overOneConnection(AtomicInteger begun) throws IOException {
        int answered = 0;
        while (!enough) {
            String certificate = shown;
            try (TlsClient client = connect(certificate)) {
                while (!enough && certificate.equals(shown)) {
                    begun.incrementAndGet();
                    check(client.get(SecuredAdapter.DESIRED, MASTER));
                    answered++;
                }
            }
        }
        return answered;
    }

    private int overManyConnections(AtomicInteger begun) throws IOException {
        int answered = 0;
        for (; !enough; answered++) {
            begun.incrementAndGet();
            try (TlsClient client = connect(shown)) {
                check(client.get(SecuredAdapter.DESIRED, MASTER));
            }
        }
        return answered;
    }

    /** Uses one permanent channel and, from time to time, a new channel. */
    private int asKeda(AtomicInteger begun) {
        int answered = 0;
        try (KedaClient old = KedaClient.overTls(scene.adapter.kedaPort(), Pki.pem("serving-ca"))) {
            while (!enough) {
                begun.incrementAndGet();
                try (KedaClient fresh = KedaClient.overTls(scene.adapter.kedaPort(), Pki.pem("serving-ca"))) {
                    assertThat(fresh.isActive("slurm", GPU)).isTrue();
                }
                assertThat(old.isActive("slurm", GPU)).isTrue();
                answered++;
            }
        }
        return answered;
    }

    private static void check(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        assertThat(reply.body()).contains("\"value\":\"12\"");
    }

    private TlsClient connect(String certificate) throws IOException {
        return TlsClient.connect(scene.adapter.port(), Pki.context(Pki.pem("serving-ca"), certificate));
    }

    /**
     * Opens a connection, and returns the serial number of the server's certificate. Offers HTTP/2 in ALPN, because
     * gRPC servers require it.
     */
    private static String serialAt(int port) throws IOException {
        SSLContext context = Pki.context(Pki.pem("serving-ca"), "");
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                    .getSerialNumber()
                    .toString();
        }
    }

    private static String serial(String name) {
        return Pki.certificate(name).getSerialNumber().toString();
    }
}
