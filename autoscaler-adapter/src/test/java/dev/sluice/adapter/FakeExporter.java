package dev.sluice.adapter;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import dev.sluice.fixtures.LoopbackServer;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A fake exporter. A test sets the response, and can restart the fake exporter on a given port. */
final class FakeExporter implements AutoCloseable {

    private final LoopbackServer server;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final AtomicInteger requests = new AtomicInteger();
    private volatile Reply reply = new Reply(200, "");
    private volatile Optional<String> wantedToken = Optional.empty();
    private volatile boolean hangs;

    private record Reply(int status, String body) {}

    private FakeExporter(int port) throws IOException {
        server = new LoopbackServer(port, this::handle);
    }

    static FakeExporter answering(int status, byte[] body) throws IOException {
        return at(0, status, body);
    }

    static FakeExporter at(int port, int status, byte[] body) throws IOException {
        FakeExporter exporter = new FakeExporter(port);
        exporter.answer(status, body);
        return exporter;
    }

    void answer(int status, byte[] body) {
        reply = new Reply(status, new String(body, UTF_8));
        hangs = false;
    }

    void hang() {
        hangs = true;
    }

    void wantToken(String token) {
        wantedToken = Optional.of(token);
    }

    int requests() {
        return requests.get();
    }

    String url() {
        return server.uri().toString();
    }

    private void handle(HttpExchange exchange) throws IOException {
        requests.incrementAndGet();
        try (exchange) {
            if (hangs) {
                closing.await();
                return;
            }
            String token = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
            boolean known =
                    wantedToken.map(wanted -> token.equals("Bearer " + wanted)).orElse(true);
            Reply now = known ? reply : new Reply(401, "who are you?");
            if (!exchange.getRequestURI().getPath().equals("/api/v1/demand")) {
                now = new Reply(404, "");
            }
            LoopbackServer.send(exchange, now.status(), "application/json", now.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closing.countDown();
        server.close();
    }
}
