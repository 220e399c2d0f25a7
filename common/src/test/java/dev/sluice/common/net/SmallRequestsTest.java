package dev.sluice.common.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.RequestOptions;
import io.vertx.ext.web.client.HttpResponse;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class SmallRequestsTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final Vertx vertx = Vertx.vertx();
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private HttpServer server;

    @BeforeEach
    void serve() throws Exception {
        server = vertx.createHttpServer()
                .connectionHandler(connection -> {
                    opened.incrementAndGet();
                    open.incrementAndGet();
                    connection.closeHandler(unused -> open.decrementAndGet());
                })
                .requestHandler(this::answer);
        finish(server.listen(0, "127.0.0.1"));
    }

    @AfterEach
    void stop() throws Exception {
        finish(vertx.close());
    }

    private void answer(HttpServerRequest request) {
        switch (request.path()) {
            case "/echo" -> request.body().onSuccess(request.response()::end);
            case "/moved" ->
                request.response()
                        .setStatusCode(302)
                        .putHeader("Location", "/echo")
                        .end();
            case "/endless" -> endless(request);
            case "/silent" -> request.response().setChunked(true).write("{");
            default -> request.connection().close();
        }
    }

    private void endless(HttpServerRequest request) {
        request.response().setChunked(true);
        long timer = vertx.setPeriodic(1, unused -> request.response().write(Buffer.buffer(new byte[1 << 16])));
        request.connection().closeHandler(unused -> {
            vertx.cancelTimer(timer);
            open.decrementAndGet();
        });
    }

    @Test
    void ownConnectionsAreClosedWithTheirAnswers() throws Exception {
        SmallRequests requests = new SmallRequests(vertx);

        assertThat(sent(requests, "/echo", "one", LONG).body()).hasToString("one");
        assertThat(sent(requests, "/echo", "", LONG).body()).hasToString("");

        assertThat(opened).hasValue(2);
        await().atMost(LONG.multipliedBy(2))
                .untilAsserted(() -> assertThat(open).hasValue(0));
    }

    @Test
    void followsNoRedirect() throws Exception {
        assertThat(sent(new SmallRequests(vertx), "/moved", "", LONG).statusCode())
                .isEqualTo(302);
    }

    @Test
    void refusesAnAnswerWithoutEnd() {
        SmallRequests requests = new SmallRequests(vertx);

        assertThat(failure(requests, "/endless", LONG))
                .isInstanceOf(SmallRequests.AnswerTooLarge.class)
                .hasMessage("the response has more than 4 MiB");

        await().atMost(LONG.multipliedBy(2))
                .untilAsserted(() -> assertThat(open).hasValue(0));
    }

    @Test
    void theDeadlineHoldsUntilTheLastByteAndEndsTheConnection() {
        SmallRequests requests = new SmallRequests(vertx);

        assertThat(failure(requests, "/silent", Duration.ofSeconds(1)))
                .isInstanceOf(TimeoutException.class)
                .hasMessage("no full response within 1 s");

        await().atMost(LONG.multipliedBy(2))
                .untilAsserted(() -> assertThat(open).hasValue(0));
    }

    @Test
    void theDeadlineHoldsForThePreparation() {
        SmallRequests requests = new SmallRequests(vertx);
        Future<RequestOptions> never = Future.future(unused -> {});

        assertThat(catchThrowable(() -> finish(requests.send(Duration.ofSeconds(1), never, Buffer.buffer()))))
                .hasCauseInstanceOf(TimeoutException.class);
        assertThat(opened).hasValue(0);
    }

    private Throwable failure(SmallRequests requests, String path, Duration deadline) {
        return Objects.requireNonNull(
                catchThrowable(() -> sent(requests, path, "", deadline)).getCause());
    }

    private HttpResponse<Buffer> sent(SmallRequests requests, String path, String body, Duration deadline)
            throws Exception {
        RequestOptions request = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setHost("127.0.0.1")
                .setPort(server.actualPort())
                .setURI(path);
        var answer = requests.send(deadline, Future.succeededFuture(request), Buffer.buffer(body));
        finish(answer);
        return answer.result();
    }

    private static void finish(Future<?> future) throws ExecutionException, InterruptedException, TimeoutException {
        var unused = future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
