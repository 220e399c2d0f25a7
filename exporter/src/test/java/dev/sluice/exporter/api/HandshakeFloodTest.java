package dev.sluice.exporter.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.access.TlsClient;
import dev.sluice.exporter.access.TrustedProxy;
import dev.sluice.exporter.api.view.Billing;
import dev.sluice.exporter.api.view.ExporterStatus;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.config.network.ListenConfig;
import dev.sluice.exporter.config.network.ServerTlsConfig;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests clients that connect to the TLS port, and do not begin or finish the handshake. */
@Tag("slow")
class HandshakeFloodTest {

    /** The header of a TLS record without its body. */
    private static final byte[] HALF_A_HELLO = {22, 3, 1, 1, 0, 1};

    private static final int BEYOND = 20;
    private static final Duration DEADLINE = Duration.ofSeconds(5);

    private final Vertx vertx = ApiServer.acceptLimit().vertx();
    private final List<Socket> sockets = new ArrayList<>();

    @AfterEach
    void stop() throws Exception {
        for (Socket socket : sockets) {
            socket.close();
        }
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private int serve() throws Exception {
        Optional<ServerTlsConfig> tls = Optional.of(
                new ServerTlsConfig(TlsClient.pem("server"), TlsClient.pem("server-key"), Optional.empty()));
        Protection protection = Protection.of("api", new ListenConfig("127.0.0.1", 0, tls, Optional.empty()));
        ApiSources sources = new ApiSources(
                Clock.systemUTC(),
                () -> new ExporterStatus("1", Instant.EPOCH, "http://h/metrics", List.of(), Optional.empty()),
                () -> List.of(),
                List::of,
                Visibility.NOBODY,
                Billing.NONE);
        ApiServer server = new ApiServer(vertx, "127.0.0.1", 0, protection, TrustedProxy.none(), sources);
        return server.start().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    void theOldestHandshakesMakeRoomAndProbesAreAnswered() throws Exception {
        int port = serve();
        long begun = System.nanoTime();
        for (int i = 0; i < ApiServer.MAX_CONNECTIONS + BEYOND; i++) {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            sockets.add(socket);
            if (i % 2 == 0) {
                begin(socket);
            }
        }

        for (Socket oldest : sockets.subList(0, BEYOND)) {
            assertThat(ended(oldest, 60_000)).isTrue();
        }
        // This connection is as old as the closed connections. The handshake deadline has therefore not closed the
        // other connections. On a busy machine, the deadline can pass later.
        boolean endedToo = ended(sockets.get(BEYOND), 1_000);
        assertThat(endedToo && System.nanoTime() - begun < DEADLINE.toNanos()).isFalse();
        try (TlsClient client = TlsClient.secure(port)) {
            assertThat(client.get("/livez").status()).isEqualTo(200);
        }
    }

    @Test
    void aHandshakeThatDoesNotEndIsCutOff() throws Exception {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), serve());
        sockets.add(socket);
        begin(socket);

        assertThat(ended(socket, 60_000)).isTrue();
    }

    private static void begin(Socket socket) {
        try {
            socket.getOutputStream().write(HALF_A_HELLO);
        } catch (IOException e) {
            // The server had already closed the connection.
        }
    }

    private static boolean ended(Socket socket, int patience) throws IOException {
        socket.setSoTimeout(patience);
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (SocketException e) {
            return true;
        }
    }
}
