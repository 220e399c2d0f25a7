package dev.sluice.common.net;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConnectionsTest {

    private final Vertx vertx = EventLoop.create();
    private final CompletableFuture<HttpServerRequest> asked = new CompletableFuture<>();

    @AfterEach
    void close() throws IOException {
        EventLoop.await(vertx.close(), 60);
    }

    private int serve(Connections.Limits limits) throws IOException {
        HttpServerOptions options =
                new HttpServerOptions().setHost("127.0.0.1").setPort(0).setHttp2ClearTextEnabled(false);
        return EventLoop.await(
                new Connections(vertx, limits).serve(vertx.createHttpServer(options), asked::complete), 60);
    }

    private static Socket open(int port, String text) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(60_000);
        socket.getOutputStream().write(text.getBytes(US_ASCII));
        return socket;
    }

    private static String untilClosed(Socket socket) throws IOException {
        try (socket) {
            return new String(socket.getInputStream().readAllBytes(), US_ASCII);
        }
    }

    @Test
    void closesTheConnectionWithoutARequestOverTheLimitOrElseTheNewOne() throws Exception {
        int port = serve(new Connections.Limits(1, 60, 1));
        Socket silent = open(port, "");
        Socket busy = open(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(untilClosed(silent)).isEmpty();
        HttpServerRequest request = asked.get(60, TimeUnit.SECONDS);
        assertThat(untilClosed(open(port, ""))).isEmpty();
        request.response().end("busy");
        assertThat(untilClosed(busy)).as("closed after an idle second").endsWith("busy");
    }

    @Test
    void closesAConnectionWithASlowHead() throws Exception {
        int port = serve(new Connections.Limits(9, 1, 60));
        assertThat(untilClosed(open(port, "GET / HTTP/1.1\r\nHost:"))).isEmpty();
    }
}
