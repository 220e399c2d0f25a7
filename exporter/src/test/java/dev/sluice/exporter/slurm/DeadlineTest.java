package dev.sluice.exporter.slurm;

import static dev.sluice.exporter.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Tests that a timeout covers the complete request. None of the servers in this test ends a response. */
class DeadlineTest extends EventLoopTest {

    private static final Duration DEADLINE = Duration.ofMillis(300);
    private static final Duration MAX_DEADLINE = Duration.ofSeconds(15);

    @Test
    void coversATlsHandshakeThatNobodyAnswers() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            FetchFailure failure = failure(SlurmConnections.overTls(silent.getLocalPort())
                    .tls(Pem.trusting(Pem.file("ca")))
                    .make());

            // Without the timeout, the connection limits would end the request as unreachable.
            assertThat(failure.kind()).isEqualTo(FailureKind.TIMEOUT);
        }
    }

    @Test
    void coversAHostNameForWhichNobodyAnswers() {
        CountDownLatch answered = new CountDownLatch(1);
        SlurmConnection connection =
                SlurmConnections.toHost("slurm.example.org", 6820).make();
        SlurmHttp http = new SlurmHttp(
                vertx,
                connection,
                host -> new BlockingCall<>("looking up the host name " + host, Duration.ofMillis(20), () -> {
                    answered.await();
                    return InetAddress.getLoopbackAddress();
                }));

        FetchFailure failure = failure(() -> http.get("/", Duration.ofMinutes(5), new CollectedBody()));

        assertThat(failure.kind()).isEqualTo(FailureKind.TIMEOUT);
        assertThat(failure.message()).startsWith("looking up the host name slurm.example.org takes longer than");
        answered.countDown();
        Waiting.forResult(http.close());
    }

    @Test
    void coversATokenThatNeverComes() {
        SlurmConnection never = SlurmConnections.to(1)
                .token(new TokenReader(() -> Promise.<Optional<String>>promise().future()))
                .make();

        FetchFailure failure = failure(never);

        assertThat(failure.kind()).isEqualTo(FailureKind.TIMEOUT);
        assertThat(failure.message()).startsWith("no full response within");
    }

    @Test
    void coversTheHeadAndResetsTheConnection() {
        server.answer("/", request -> {});

        FetchFailure failure = failure(connection().make());

        assertThat(failure.kind()).isEqualTo(FailureKind.TIMEOUT);
        assertThat(failure.message()).doesNotContain("bytes");
        await().until(() -> server.openConnections() == 0);
    }

    @Test
    void coversABodyThatTricklesAndResetsTheConnection() {
        server.answer("/", request -> trickle(request, false));

        FetchFailure failure = failureWithinTheBody();

        assertThat(failure.kind()).isEqualTo(FailureKind.TIMEOUT);
        assertThat(failure.message()).matches("no full response within .*, \\d+ bytes had arrived");
        await().until(() -> server.openConnections() == 0);
    }

    @Test
    void saysHowMuchOfHowMuchHadArrived() {
        server.answer("/", request -> trickle(request, true));

        FetchFailure failure = failureWithinTheBody();

        assertThat(failure.kind()).isEqualTo(FailureKind.TIMEOUT);
        assertThat(failure.message()).matches("no full response within .*, \\d+ of 1000000 bytes had arrived");
    }

    @Test
    void leavesNothingBehindForTheNextRequest() throws Exception {
        server.answer("/", request -> trickle(request, true));
        server.answer("/fine", request -> request.response().end("fine"));
        SlurmHttp http = new SlurmHttp(vertx, connection().make());

        for (int n = 0; n < 10; n++) {
            // The number of requests exceeds the number of connections in the pool.
            failure(() -> http.get("/", Duration.ofMillis(20), new CollectedBody()));
        }

        CollectedBody sink = new CollectedBody();
        answer(() -> http.get("/fine", Duration.ofSeconds(30), sink));
        assertThat(sink.text()).isEqualTo("fine");
    }

    private void trickle(HttpServerRequest request, boolean promising) {
        if (promising) {
            request.response().putHeader("Content-Length", "1000000");
        } else {
            request.response().setChunked(true);
        }
        request.response().write(" ");
        long timer = vertx.setPeriodic(20, unused -> request.response().write(" "));
        request.response().closeHandler(unused -> vertx.cancelTimer(timer));
    }

    private FetchFailure failure(SlurmConnection connection) {
        return failure(connection, DEADLINE);
    }

    private FetchFailure failure(SlurmConnection connection, Duration deadline) {
        SlurmHttp http = new SlurmHttp(vertx, connection);
        return failure(() -> http.get("/", deadline, new CollectedBody()).eventually(http::close));
    }

    /**
     * On a busy machine, possibly no byte arrives within a short timeout. In this case, the test tries again with a
     * longer timeout.
     */
    private FetchFailure failureWithinTheBody() {
        Duration deadline = DEADLINE;
        FetchFailure failure = failure(connection().make(), deadline);
        while (!failure.message().contains("bytes") && deadline.compareTo(MAX_DEADLINE) < 0) {
            deadline = deadline.multipliedBy(3);
            failure = failure(connection().make(), deadline);
        }
        return failure;
    }
}
