package dev.sluice.adapter;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A fake exporter. A test sets the response, and can restart the fake exporter on a given port. */
final class FakeExporter implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final AtomicInteger requests = new AtomicInteger();
    private volatile Reply reply = new Reply(200, new byte[0]);
    private volatile Optional<String> wantedToken = Optional.empty();
    private volatile boolean hangs;

    @SuppressWarnings("ArrayRecordComponent") // The array needs no copy, because no code compares replies.
    private record Reply(int status, byte[] body) {}

    private FakeExporter(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/api/v1/demand", this::handle);
        server.setExecutor(threads);
        server.start();
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
        reply = new Reply(status, body);
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

    int port() {
        return server.getAddress().getPort();
    }

    String url() {
        return "http://127.0.0.1:" + port();
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
            Reply now = known ? reply : new Reply(401, "who are you?".getBytes(UTF_8));
            exchange.sendResponseHeaders(now.status(), now.body().length == 0 ? -1 : now.body().length);
            exchange.getResponseBody().write(now.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
