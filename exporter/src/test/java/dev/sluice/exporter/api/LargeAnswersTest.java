package dev.sluice.exporter.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LargeAnswersTest {

    private static final int PIECES = 100;

    private final Vertx vertx = Vertx.vertx();
    private final LargeAnswers large = new LargeAnswers(vertx);
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void stop() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get();
    }

    @Test
    void createsThePiecesOutsideTheEventLoop() throws Exception {
        Queue<Boolean> onEventLoop = new ConcurrentLinkedQueue<>();
        URI server = serve(() -> {
            onEventLoop.add(Context.isOnEventLoopThread());
            return IntStream.range(0, PIECES)
                    .mapToObj(i -> {
                        onEventLoop.add(Context.isOnEventLoopThread());
                        return Buffer.buffer(i + ",");
                    })
                    .iterator();
        });

        HttpResponse<String> response = get(server.resolve("/large"));

        assertThat(response.body().split(",", -1)).hasSize(PIECES + 1).startsWith("0", "1", "2");
        assertThat(onEventLoop).hasSize(PIECES + 1).containsOnly(false);
    }

    @Test
    void otherRequestsAreAnsweredWhileAPieceIsCreated() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        URI server = serve(() -> IntStream.of(1)
                .mapToObj(i -> {
                    begun.countDown();
                    return Buffer.buffer(Boolean.toString(waitsFor(answered)));
                })
                .iterator());

        var slow = client.sendAsync(
                HttpRequest.newBuilder(server.resolve("/large")).build(), BodyHandlers.ofString());
        assertThat(waitsFor(begun)).isTrue();
        HttpResponse<String> other = get(server.resolve("/livez"));
        answered.countDown();

        assertThat(other.body()).isEqualTo("ok");
        assertThat(slow.get().body()).isEqualTo("true");
    }

    @Test
    void aFailureAfterTheStatusEndsTheConnection() throws Exception {
        URI server = serve(() -> IntStream.range(0, 2)
                .mapToObj(i -> {
                    if (i == 1) {
                        throw new IllegalStateException("the second piece fails");
                    }
                    return Buffer.buffer("first");
                })
                .iterator());

        var response = client.sendAsync(
                HttpRequest.newBuilder(server.resolve("/large")).build(), BodyHandlers.ofString());

        assertThat(response).failsWithin(Duration.ofMinutes(1));
        assertThat(get(server.resolve("/livez")).body()).isEqualTo("ok");
    }

    private URI serve(Supplier<Iterator<Buffer>> pieces) throws Exception {
        int port = vertx.createHttpServer()
                .requestHandler(request -> {
                    if (request.path().equals("/large")) {
                        large.send(request.response().setChunked(true), pieces, () -> {});
                    } else {
                        request.response().end("ok");
                    }
                })
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get()
                .actualPort();
        return URI.create("http://127.0.0.1:" + port);
    }

    private HttpResponse<String> get(URI uri) throws Exception {
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }

    private static boolean waitsFor(CountDownLatch latch) {
        try {
            return latch.await(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
