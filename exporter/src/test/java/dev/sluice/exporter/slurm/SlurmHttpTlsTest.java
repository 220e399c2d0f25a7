package dev.sluice.exporter.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.common.tls.ClientTls;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import io.vertx.core.http.HttpServerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlurmHttpTlsTest extends EventLoopTest {

    private static final Duration DEADLINE = Duration.ofSeconds(30);

    @ParameterizedTest
    @CsvSource({"server, true", "elsewhere, false"})
    void trustsTheAuthorityOfTheFile(String certificate, boolean verifyHost) {
        with(
                Pem.server(certificate),
                port -> assertThat(answer(port, trusting("ca", verifyHost))).isEqualTo("over TLS"));
    }

    /** Without a file, Java's authorities are trusted. */
    @ParameterizedTest
    @CsvSource({
        "server, other-ca, true, TLS failed: .*slurm.tls.*",
        "server, , true, TLS failed: .*slurm.tls.*",
        "elsewhere, ca, true, .*127.0.0.1.*slurm.tls.*",
        "elsewhere, other-ca, false, TLS failed: .*slurm.tls.*"
    })
    void refusesAnotherAuthorityOrHostAndNamesTheSetting(
            String certificate, @Nullable String authority, boolean verifyHost, String message) {
        with(
                Pem.server(certificate),
                port -> assertThat(failure(port, trusting(authority, verifyHost)))
                        .matches(message));
    }

    private static ClientTls trusting(@Nullable String authority, boolean verifyHost) {
        return new ClientTls(
                Optional.ofNullable(authority).map(Pem::file), Optional.empty(), Optional.empty(), verifyHost);
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
            String without = failure(port, Pem.trusting(Pem.file("ca")));
            String untrusted = failure(port, Pem.showing(Pem.file("other-client"), Pem.file("other-client-key")));

            // In TLS 1.3, the rejection arrives after the client's side of the handshake. The client can see the closed
            // connection before the rejection.
            assertThat(List.of(without, untrusted))
                    .allMatch(message -> message.matches("TLS failed: .*slurm\\.tls|the connection broke: .*"));
        });
    }

    @Test
    void saysThatAServerSpeaksNoTls() {
        with(
                new HttpServerOptions(),
                port -> assertThat(failure(port, Pem.trusting(Pem.file("ca"))))
                        .isEqualTo("the server at 127.0.0.1:" + port + " speaks plain HTTP: use http:// in slurm.url"));
    }

    @Test
    void pointsToTheSchemeWhenTheServerSpeaksTls() {
        with(
                Pem.server("server"),
                port -> assertThat(failure(SlurmConnections.to(port)))
                        .startsWith("the connection broke: ")
                        .endsWith("; check http:// or https:// in slurm.url"));
    }

    @Test
    void namesAFileThatCannotBeUsed() {
        assertThat(failure(1, Pem.trusting(Path.of("/nonexistent/ca.pem"))))
                .isEqualTo("slurm.tls.caFile: the file /nonexistent/ca.pem cannot be read");
        assertThat(failure(1, Pem.trusting(Path.of("pom.xml").toAbsolutePath())))
                .startsWith("slurm.tls.caFile holds no usable PEM");
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

    private String failure(int port, ClientTls tls) {
        return failure(SlurmConnections.overTls(port).tls(tls));
    }

    /** Returns the message of the failure, which is always "unreachable". */
    private String failure(SlurmConnections connection) {
        SlurmHttp http = new SlurmHttp(vertx, connection.make());
        FetchFailure failure =
                failure(() -> http.get("/", DEADLINE, new CollectedBody()).eventually(http::close));
        assertThat(failure.kind()).isEqualTo(FailureKind.UNREACHABLE);
        return failure.message();
    }
}
