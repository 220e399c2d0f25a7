package dev.sluice.exporter.slurm;

import static dev.sluice.exporter.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlurmHttpTest extends EventLoopTest {

    private static final Duration DEADLINE = Duration.ofSeconds(30);

    @Test
    void readsABodyThatIsSentInManyChunks() throws Exception {
        byte[] body = new byte[3_000_000];
        new Random(1).nextBytes(body);
        server.answer("/large", request -> {
            request.response().setChunked(true);
            for (int from = 0; from < body.length; from += 1_000) {
                request.response().write(Buffer.buffer().appendBytes(body, from, 1_000));
            }
            request.response().end();
        });

        CollectedBody sink = get(connection(), "/large");

        assertThat(sink.body()).isEqualTo(body);
    }

    /**
     * Without this behaviour, the request would wait until the timeout, and the exporter would report the failure as a
     * timeout.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void failsAtOnceWhereDecodingThrows(boolean error) {
        server.answer("/endless", request -> request.response().setChunked(true).write("more follows, never"));
        SlurmHttp http = new SlurmHttp(vertx, connection().make());

        FetchFailure failure = failure(() -> http.get("/endless", Duration.ofDays(1), (head, body) -> {
            if (error) {
                throw new StackOverflowError();
            }
            throw new IllegalStateException();
        }));

        assertThat(failure.kind()).isEqualTo(FailureKind.UNDECODABLE);
        assertThat(failure.message()).contains(error ? "StackOverflowError" : "IllegalStateException");
        Waiting.forResult(http.close());
    }

    @Test
    void readsTheAnswerToAnyStatusAndFollowsNoRedirect() throws Exception {
        server.answer(
                "/moved",
                request -> request.response()
                        .setStatusCode(302)
                        .putHeader("Location", "/elsewhere")
                        .end("over there"));

        CollectedBody sink = get(connection(), "/moved");

        assertThat(sink.status()).isEqualTo(302);
        assertThat(sink.text()).isEqualTo("over there");
        assertThat(server.askedFor("/elsewhere")).isEmpty();
    }

    /** If a body handler is set on a thread other than the thread of the connection, the first chunks get lost. */
    @Test
    void losesNoFirstChunkOfSmallAnswersAskedForFromOutside() throws Exception {
        server.answer("/small", request -> request.response().end("number " + request.getParam("n")));
        SlurmHttp http = new SlurmHttp(vertx, connection().make());

        for (int n = 0; n < 200; n++) {
            CollectedBody sink = new CollectedBody();
            String path = "/small?n=" + n;
            Waiting.forAnswer(vertx.getOrCreateContext(), () -> http.get(path, DEADLINE, sink));

            assertThat(sink.text()).isEqualTo("number " + n);
        }
        Waiting.forResult(http.close());
    }

    @Test
    void opensAConnectionForEachRequestAndClosesIt() throws Exception {
        server.answer("/small", request -> request.response().end("fine"));
        SlurmHttp http = new SlurmHttp(vertx, connection().make());

        for (int n = 0; n < 20; n++) {
            answer(() -> http.get("/small", DEADLINE, new CollectedBody()));
        }

        assertThat(server.asked()).hasSize(20);
        assertThat(server.connections()).isEqualTo(20);
        await().until(() -> server.openConnections() == 0);
        // If the client requests that slurmrestd closes the connection, slurmrestd sends an extra line after the
        // body.
        assertThat(server.asked()).noneMatch(request -> request.headers().containsKey("connection"));
        Waiting.forResult(http.close());
    }

    /** Behaves like slurmrestd 26.05, which sends the text of an error again, as a response without a request. */
    @Test
    void doesNotTakeASecondAnswerForThatOfTheNextRequest() throws Exception {
        String twice =
                "HTTP/1.1 511 Network Authentication Required\r\nConnection: Close\r\nContent-Length: 4\r\n\r\nonce"
                        + "HTTP/1.1 511 Network Authentication Required\r\nConnection: Close\r\nContent-Length: 5\r\n\r\ntwice";
        String fine = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine";
        try (RawServer server = RawServer.answering(twice, fine, twice, fine)) {
            SlurmHttp http =
                    new SlurmHttp(vertx, SlurmConnections.to(server.port()).make());

            for (String expected : List.of("once", "fine", "once", "fine")) {
                CollectedBody sink = new CollectedBody();
                answer(() -> http.get("/any", DEADLINE, sink));
                assertThat(sink.text()).isEqualTo(expected);
            }
            Waiting.forResult(http.close());
        }
    }

    @Test
    void connectsAnewWhereTheServerClosesFirst() throws Exception {
        server.answer(
                "/small",
                request -> request.response()
                        .end("fine")
                        .onComplete(sent -> request.connection().close()));
        SlurmHttp http = new SlurmHttp(vertx, connection().make());

        for (int n = 1; n <= 3; n++) {
            CollectedBody sink = new CollectedBody();
            answer(() -> http.get("/small", DEADLINE, sink));

            assertThat(sink.text()).isEqualTo("fine");
            assertThat(server.connections()).isEqualTo(n);
        }
        Waiting.forResult(http.close());
    }

    @Test
    void saysHowMuchHadArrivedWhenTheConnectionBreaks() {
        server.answer("/cut", request -> {
            request.response()
                    .putHeader("Content-Length", "1000")
                    .write("just this")
                    .onComplete(sent -> request.connection().close());
        });

        FetchFailure failure = failure(connection(), "/cut");

        assertThat(failure.kind()).isEqualTo(FailureKind.UNREACHABLE);
        assertThat(failure.message()).startsWith("the connection broke").endsWith("9 of 1000 bytes had arrived");
    }

    @Test
    void saysThatAConnectionIsRefused() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }

        FetchFailure failure = failure(SlurmConnections.to(port), "/");

        assertThat(failure.kind()).isEqualTo(FailureKind.UNREACHABLE);
        assertThat(failure.message()).isEqualTo("no connection to 127.0.0.1:" + port + ": Connection refused");
    }

    /** On a machine without IPv6, the connection also fails. */
    @Test
    void takesAnIpv6AddressWithoutBrackets() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }

        FetchFailure failure = failure(SlurmConnections.toHost("::1", port), "/");

        assertThat(failure.kind()).isEqualTo(FailureKind.UNREACHABLE);
        assertThat(failure.message()).startsWith("no connection to [::1]:" + port + ": ");
    }

    @Test
    void tellsTheServerUnderWhichNameItIsAsked() throws Exception {
        get(SlurmConnections.toHost("localhost", server.port()), "/");

        assertThat(server.asked().get(0).headers()).containsEntry("host", "localhost:" + server.port());
    }

    @Test
    void speaksOverAUnixSocket(@TempDir Path directory) throws Exception {
        Path socket = directory.resolve("slurmrestd.sock");
        try (StubSlurmrestd server = StubSlurmrestd.startOn(vertx, socket)) {
            server.answer("/small", request -> request.response().end("over the socket"));

            CollectedBody sink = get(SlurmConnections.to(socket), "/small");

            assertThat(sink.text()).isEqualTo("over the socket");
            assertThat(server.asked().get(0).headers()).containsEntry("host", "localhost");
        }
    }

    @Test
    void saysThatThereIsNoConnectionWithoutASocket(@TempDir Path directory) {
        FetchFailure failure = failure(SlurmConnections.to(directory.resolve("none.sock")), "/");

        assertThat(failure.kind()).isEqualTo(FailureKind.UNREACHABLE);
        assertThat(failure.message())
                .startsWith("no connection to unix://" + directory)
                .contains("No such file");
    }

    @Test
    void sendsUserAndTokenExactlyAsConfigured() throws Exception {
        get(connection().user("slurm").token("SLURM_JWT=a.b.c\n"), "/");

        assertThat(server.asked().get(0).headers())
                .containsEntry("X-SLURM-USER-NAME", "slurm")
                .containsEntry("X-SLURM-USER-TOKEN", "a.b.c");
    }

    @Test
    void sendsNeitherUserNorTokenWhereNoneIsConfigured() throws Exception {
        get(connection(), "/");

        assertThat(server.asked().get(0).headers().keySet())
                .containsExactlyInAnyOrderElementsOf(Set.of("host", "Accept"));
    }

    private CollectedBody get(SlurmConnections connection, String path) throws FetchFailure {
        SlurmHttp http = new SlurmHttp(vertx, connection.make());
        CollectedBody sink = new CollectedBody();
        answer(() -> http.get(path, DEADLINE, sink).eventually(http::close));
        return sink;
    }

    private FetchFailure failure(SlurmConnections connection, String path) {
        SlurmHttp http = new SlurmHttp(vertx, connection.make());
        return failure(() -> http.get(path, DEADLINE, new CollectedBody()).eventually(http::close));
    }
}
