package dev.sluice.common.net;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Uses real sockets. The server detects the HTTP version from the first bytes of a connection. */
class AcceptLimitTest {

    private static final int MAX = 8;
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    private final List<Socket> sockets = new ArrayList<>();
    private final List<Vertx> started = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (Socket socket : sockets) {
            socket.close();
        }
        for (Vertx vertx : started) {
            vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
        }
    }

    private int serve(String host, Duration deadline) throws Exception {
        Vertx vertx = new AcceptLimit(MAX, deadline).vertx();
        started.add(vertx);
        Connections connections = new Connections(vertx, new Connections.Limits(1_000, 1_000, 1_000));
        return vertx.createHttpServer(new HttpServerOptions().setHost(host).setPort(0))
                .connectionHandler(connections::opened)
                .requestHandler(request -> request.response().end("ok"))
                .listen()
                .toCompletionStage()
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS)
                .actualPort();
    }

    private Socket connect(String host, int port) throws IOException {
        Socket socket = new Socket(InetAddress.getByName(host), port);
        socket.setSoTimeout(60_000);
        sockets.add(socket);
        return socket;
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void theOldestOfTooManySilentConnectionsIsClosed(String host) throws Exception {
        int port = serve(host, Duration.ofHours(1));
        for (int i = 0; i <= MAX; i++) {
            connect(host, port);
        }

        assertThat(ended(sockets.get(0))).isTrue();
        for (Socket other : sockets.subList(1, sockets.size())) {
            assertThat(answer(other)).startsWith("HTTP/1.1 200");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void whoHasSentARequestDoesNotCount(String host) throws Exception {
        int port = serve(host, Duration.ofHours(1));
        Socket known = connect(host, port);
        assertThat(answer(known)).startsWith("HTTP/1.1 200");

        List<Socket> flood = new ArrayList<>();
        for (int i = 0; i < 4 * MAX; i++) {
            flood.add(connect(host, port));
        }

        for (Socket silent : flood.subList(0, 3 * MAX)) {
            assertThat(ended(silent)).isTrue();
        }
        assertThat(answer(known)).startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void whoHasSentARequestIsNotClosedAtTheDeadline(String host) throws Exception {
        int port = serve(host, Duration.ofMillis(50));
        Socket known = answered(host, port);

        // The deadline of a connection that began later has already passed.
        assertThat(ended(connect(host, port))).isTrue();
        assertThat(answer(known)).startsWith("HTTP/1.1 200");
    }

    /**
     * On a busy machine, the deadline can end before the server reads the request. In this case, the test tries another
     * connection.
     */
    private Socket answered(String host, int port) {
        return await().atMost(Duration.ofSeconds(60)).until(() -> connect(host, port), AcceptLimitTest::isAnswered);
    }

    private static boolean isAnswered(Socket socket) {
        try {
            return !answer(socket).isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "P", "PRI * HTTP/2.0\r\n"})
    void aConnectionThatDoesNotSayWhichHttpItIsEndsAfterItsDeadline(String sent) throws Exception {
        int port = serve("127.0.0.1", Duration.ofMillis(50));
        Socket socket = connect("127.0.0.1", port);
        socket.getOutputStream().write(sent.getBytes(US_ASCII));

        await().atMost(Duration.ofSeconds(60)).until(() -> ended(socket));
    }

    private static String answer(Socket socket) throws IOException {
        socket.getOutputStream().write(REQUEST.getBytes(US_ASCII));
        byte[] first = new byte[1024];
        int length = socket.getInputStream().read(first);
        return new String(first, 0, Math.max(0, length), US_ASCII);
    }

    private static boolean ended(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException e) {
            return true;
        }
    }
}
