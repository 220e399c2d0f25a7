package dev.sluice.exporter.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.sluice.common.tls.ClientTls;
import dev.sluice.exporter.RecordedLog;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.ClientSSLOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsFilesTest extends EventLoopTest {

    private static final Duration DEADLINE = Duration.ofSeconds(30);

    @Test
    void trustsANewAuthorityOnceItsFileIsReplaced(@TempDir Path directory) throws Exception {
        Path authority = install("ca", directory.resolve("ca.pem"));
        try (StubSlurmrestd before = server(Pem.server("server"));
                StubSlurmrestd after = server(Pem.server("other-server"))) {
            SlurmHttp toOld = client(before, Pem.trusting(authority));
            SlurmHttp toNew = client(after, Pem.trusting(authority));
            assertThat(answers(toOld)).isTrue();
            assertThat(answers(toNew)).isFalse();

            install("other-ca", authority);

            assertThat(answers(toNew)).isTrue();
            // The result must be the same if an earlier connection is still open.
            assertThat(answers(toOld)).isFalse();
        }
    }

    @Test
    void showsANewCertificateOnceItsFilesAreReplaced(@TempDir Path directory) throws Exception {
        Path cert = install("other-client", directory.resolve("tls.crt"));
        Path key = install("other-client-key", directory.resolve("tls.key"));
        try (StubSlurmrestd server = server(Pem.serverAsking("server", "ca"))) {
            SlurmHttp http = client(server, Pem.showing(cert, key));
            assertThat(answers(http)).isFalse();

            install("client", cert);
            install("client-key", key);

            assertThat(answers(http)).isTrue();
        }
    }

    /**
     * Replaces a file like the kubelet. The file is a link into a directory, and the path of the directory is also a
     * link. Only the link to the directory is replaced.
     */
    @Test
    void followsLinksToANewDirectory(@TempDir Path directory) throws Exception {
        install("ca", Files.createDirectory(directory.resolve("one")).resolve("ca.pem"));
        install("other-ca", Files.createDirectory(directory.resolve("two")).resolve("ca.pem"));
        Path data = Files.createSymbolicLink(directory.resolve("..data"), Path.of("one"));
        Path authority = Files.createSymbolicLink(directory.resolve("ca.pem"), Path.of("..data", "ca.pem"));
        try (StubSlurmrestd server = server(Pem.server("other-server"))) {
            SlurmHttp http = client(server, Pem.trusting(authority));
            assertThat(answers(http)).isFalse();

            Path next = Files.createSymbolicLink(directory.resolve("..next"), Path.of("two"));
            Files.move(next, data, StandardCopyOption.ATOMIC_MOVE);

            assertThat(answers(http)).isTrue();
        }
    }

    @Test
    void keepsTheOldFilesAndWarnsOnceWhileNewOnesDoNotLoad(@TempDir Path directory) throws Exception {
        Path authority = install("ca", directory.resolve("ca.pem"));
        try (StubSlurmrestd server = server(Pem.server("server"));
                RecordedLog warnings = RecordedLog.of(TlsFiles.class, Level.WARN)) {
            SlurmHttp http = client(server, Pem.trusting(authority));
            assertThat(answers(http)).isTrue();

            Files.writeString(authority, "-----BEGIN CERTIFICATE-----\nhalf of\n");
            assertThat(answers(http)).isTrue();
            Files.delete(authority);
            assertThat(answers(http)).isTrue();

            assertThat(warnings.lines())
                    .singleElement()
                    .asString()
                    .contains("keeping those from before", "slurm.tls.caFile");

            install("other-ca", authority);
            assertThat(answers(http)).isFalse();
            assertThat(warnings.lines()).hasSize(1);

            Files.delete(authority);
            assertThat(answers(http)).isFalse();
            assertThat(warnings.lines()).hasSize(2);
        }
    }

    @Test
    void recoversWhereTheFilesWereUnusableAtFirst(@TempDir Path directory) throws Exception {
        Path authority = Files.writeString(directory.resolve("ca.pem"), "");
        try (StubSlurmrestd server = server(Pem.server("server"))) {
            SlurmHttp http = client(server, Pem.trusting(authority));
            FetchFailure failure = failure(() -> http.get("/", DEADLINE, new CollectedBody()));
            assertThat(failure.kind()).isEqualTo(FailureKind.UNREACHABLE);

            install("ca", authority);

            assertThat(answers(http)).isTrue();
        }
    }

    @Test
    void makesNoNewOptionsWhileNothingChanges() throws Exception {
        TlsFiles files = new TlsFiles(vertx, "test", Pem.trusting(Pem.file("ca")));

        ClientSSLOptions first = answer(files::options);

        assertThat(answer(files::options)).isSameAs(first);
    }

    private static Path install(String name, Path as) throws IOException {
        return Files.copy(Pem.file(name), as, StandardCopyOption.REPLACE_EXISTING);
    }

    private StubSlurmrestd server(HttpServerOptions options) {
        return StubSlurmrestd.start(vertx, options)
                .answer("/", request -> request.response().end("over TLS"));
    }

    private SlurmHttp client(StubSlurmrestd server, ClientTls tls) {
        return new SlurmHttp(
                vertx, SlurmConnections.overTls(server.port()).tls(tls).make());
    }

    private boolean answers(SlurmHttp http) {
        CollectedBody sink = new CollectedBody();
        try {
            answer(() -> http.get("/", DEADLINE, sink));
            assertThat(sink.text()).isEqualTo("over TLS");
            return true;
        } catch (FetchFailure failure) {
            assertThat(failure.message()).matches("TLS failed: .*|the connection broke: .*");
            return false;
        }
    }
}
