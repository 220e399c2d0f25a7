package dev.sluice.exporter.slurm.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.common.tls.ClientTls;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.slurm.EventLoopTest;
import io.vertx.core.http.HttpServerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SlurmHttpTlsTest extends EventLoopTest {

    private static final Duration DEADLINE = Duration.ofSeconds(30);

    @Test
    void trustsTheAuthorityOfTheFile() {
        with(
                Pem.server("server"),
                port -> assertThat(answer(port, Pem.trusting(Pem.file("ca")))).isEqualTo("over TLS"));
    }

    @Test
    void refusesAServerOfAnotherAuthorityAndNamesTheSetting() {
        with(Pem.server("server"), port -> {
            FetchFailure failure = failure(port, Pem.trusting(Pem.file("other-ca")));

            assertThat(failure.kind()).isEqualTo(FailureKind.UNREACHABLE);
            assertThat(failure.message()).startsWith("TLS failed: ").contains("slurm.tls");
        });
    }

    @Test
    void refusesAPrivateAuthorityWhereJavaDecidesWhomToTrust() {
        with(Pem.server("server"), port -> {
            FetchFailure failure = failure(port, ClientTls.DEFAULTS);

            assertThat(failure.kind()).isEqualTo(FailureKind.UNREACHABLE);
            assertThat(failure.message()).startsWith("TLS failed: ").contains("slurm.tls");
        });
    }

    @Test
    void refusesACertificateForAnotherHost() {
        with(Pem.server("elsewhere"), port -> {
            FetchFailure failure = failure(port, Pem.trusting(Pem.file("ca")));

            assertThat(failure.kind()).isEqualTo(FailureKind.UNREACHABLE);
            assertThat(failure.message()).contains("127.0.0.1").contains("slurm.tls");
        });
    }

    @Test
    void acceptsACertificateForAnotherHostWhereToldTo() {
        ClientTls lax = new ClientTls(Optional.of(Pem.file("ca")), Optional.empty(), Optional.empty(), false);

        with(Pem.server("elsewhere"), port -> assertThat(answer(port, lax)).isEqualTo("over TLS"));
    }

    @Test
    void stillWantsATrustedAuthorityWhereTheHostDoesNotMatter() {
        ClientTls lax = new ClientTls(Optional.of(Pem.file("other-ca")), Optional.empty(), Optional.empty(), false);

        with(
                Pem.server("elsewhere"),
                port -> assertThat(failure(port, lax).kind()).isEqualTo(FailureKind.UNREACHABLE));
    }

    @Test
    void showsItsCertificateToAServerThatAsksForOne() {
        ClientTls mutual = Pem.showing(Pem.file("client"), Pem.file("client-key"));

        with(
                Pem.serverAsking("server", "ca"),
                port -> assertThat(answer(port, mutual)).isEqualTo("over TLS"));
    }

    @Test
    void isRefusedWithoutACertificateThatTheServerTrusts() {
        with(Pem.serverAsking("server", "ca"), port -> {
            FetchFailure without = failure(port, Pem.trusting(Pem.file("ca")));
            FetchFailure untrusted = failure(port, Pem.showing(Pem.file("other-client"), Pem.file("other-client-key")));

            // In TLS 1.3, the rejection arrives after the client's side of the handshake. The client can see the closed
            // connection before the rejection.
            assertThat(List.of(without, untrusted)).allSatisfy(failure -> {
                assertThat(failure.kind()).isEqualTo(FailureKind.UNREACHABLE);
                assertThat(failure.message()).matches("TLS failed: .*slurm\\.tls|the connection broke: .*");
            });
        });
    }

    @Test
    void saysThatAServerSpeaksNoTls() {
        with(new HttpServerOptions(), port -> {
            FetchFailure failure = failure(port, Pem.trusting(Pem.file("ca")));

            assertThat(failure.kind()).isEqualTo(FailureKind.UNREACHABLE);
            assertThat(failure.message())
                    .isEqualTo("the server at 127.0.0.1:" + port + " speaks plain HTTP: use http:// in slurm.url");
        });
    }

    @Test
    void pointsToTheSchemeWhenTheServerSpeaksTls() {
        with(Pem.server("server"), port -> {
            FetchFailure failure = failure(SlurmConnections.to(port));

            assertThat(failure.kind()).isEqualTo(FailureKind.UNREACHABLE);
            assertThat(failure.message())
                    .startsWith("the connection broke: ")
                    .endsWith("; check http:// or https:// in slurm.url");
        });
    }

    @Test
    void namesAFileThatCannotBeReadAtAll() {
        FetchFailure failure = failure(1, Pem.trusting(Path.of("/nonexistent/ca.pem")));

        assertThat(failure.kind()).isEqualTo(FailureKind.UNREACHABLE);
        assertThat(failure.message()).isEqualTo("slurm.tls.caFile /nonexistent/ca.pem cannot be read");
    }

    @Test
    void namesAFileThatHoldsNoPem() {
        FetchFailure failure = failure(1, Pem.trusting(Path.of("pom.xml").toAbsolutePath()));

        assertThat(failure.kind()).isEqualTo(FailureKind.UNREACHABLE);
        assertThat(failure.message()).startsWith("slurm.tls.caFile holds no usable PEM");
    }

    private void with(HttpServerOptions options, Consumer<Integer> test) {
        try (StubSlurmrestd server = StubSlurmrestd.start(vertx, options)) {
            server.answer("/", request -> request.response().end("over TLS"));
            test.accept(server.port());
        }
    }

    private String answer(int port, ClientTls tls) {
        SlurmHttp http =
                new SlurmHttp(vertx, SlurmConnections.overTls(port).tls(tls).make());
        CollectedBody sink = new CollectedBody();
        try {
            answer(() -> http.get("/", DEADLINE, sink).eventually(http::close));
        } catch (FetchFailure e) {
            throw new AssertionError(e.message(), e);
        }
        return sink.text();
    }

    private FetchFailure failure(int port, ClientTls tls) {
        return failure(SlurmConnections.overTls(port).tls(tls));
    }

    private FetchFailure failure(SlurmConnections connection) {
        return failure(connection, DEADLINE);
    }

    private FetchFailure failure(SlurmConnections connection, Duration deadline) {
        SlurmHttp http = new SlurmHttp(vertx, connection.make());
        return failure(() -> http.get("/", deadline, new CollectedBody()).eventually(http::close));
    }
}
