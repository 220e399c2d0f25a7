package dev.sluice.exporter.failure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a token that is temporarily invalid, until the creator of the token replaces the file. */
@Tag("slow")
class TokenFileTest {

    private static final long EXPIRES = 1_795_200_000;

    @TempDir
    private Path directory;

    @Test
    void takesTheNewTokenOnceTheOldOneHasExpired() throws IOException {
        try (var slurmrestd = FakeSlurmrestd.start()) {
            write(token("old", EXPIRES));
            try (var exporter = watching(slurmrestd).awaitAllUp()) {
                assertThat(exporter.scrape().tokenExpiry()).hasValue(EXPIRES);
                assertThat(slurmrestd.newestToken()).isEqualTo(token("old", EXPIRES));

                slurmrestd.acceptOnlyToken(token("new", EXPIRES + 3600));
                RunningExporter.SOURCES.forEach(exporter::awaitDown);
                isRefused(exporter);

                write(token("new", EXPIRES + 3600));
                exporter.awaitAllUp();
                exporter.scrape().showsTheWholeCluster();
                assertThat(exporter.scrape().tokenExpiry()).hasValue(EXPIRES + 3600);
                assertThat(slurmrestd.newestToken()).isEqualTo(token("new", EXPIRES + 3600));
            }
        }
    }

    /** With a token that slurmctld rejects, ping responds with status 200 and reports that slurmctld is down. */
    private static void isRefused(RunningExporter exporter) {
        for (String source : RunningExporter.SOURCES) {
            onlyUnauthorized(exporter.scrape(), source);
        }
        exporter.scrape().showsTheWholeCluster();
        exporter.outliveMaxAgeOfAllBut();
        Scrape stale = exporter.scrape();
        for (String source : List.of("nodes", "jobs", "ping")) {
            stale.showsNothingOf(source);
        }
        assertThat(exporter.readyz().statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "absent",
            value = {"absent, cannot be read", "'', the token is empty", "' \n', the token is empty"})
    void waitsForATokenThatIsNotThereAtTheStart(String content, String message) throws IOException {
        try (var slurmrestd = FakeSlurmrestd.start()) {
            slurmrestd.acceptOnlyToken("good");
            if (content != null) {
                write(content);
            }
            try (var exporter = watching(slurmrestd)) {
                exporter.eventually(() -> RunningExporter.SOURCES.forEach(
                        source -> assertThat(exporter.scrape().failures(source, FailureKind.UNAUTHORIZED))
                                .isPositive()));
                assertThat(exporter.status("jobs").at("/failure/message").asText())
                        .contains(message);
                assertThat(exporter.readyz().statusCode()).isEqualTo(503);
                assertThat(exporter.readyz().body()).contains("source jobs: unauthorized since");
                exporter.scrape().showsNothingOf("jobs");
                assertThat(slurmrestd.requests()).isEmpty();

                write("good\n");
                exporter.awaitAllUp();
                exporter.scrape().showsTheWholeCluster();
                assertThat(exporter.readyz().statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    void survivesAFileThatDisappears() throws IOException {
        try (var slurmrestd = FakeSlurmrestd.start()) {
            write("good");
            try (var exporter = watching(slurmrestd).awaitAllUp()) {
                Files.delete(file());
                RunningExporter.SOURCES.forEach(exporter::awaitDown);
                onlyUnauthorized(exporter.scrape(), "jobs");
                exporter.scrape().showsTheWholeCluster();

                write("SLURM_JWT=better\n");
                exporter.awaitAllUp();
                assertThat(slurmrestd.newestToken()).isEqualTo("better");
            }
        }
    }

    /** The exporter must neither send nor show an invalid token. */
    @ParameterizedTest
    @ValueSource(strings = {"first-secret\nsecond-secret", "first-secret\u0000", "first-secret\u00e9"})
    void refusesAFileThatHoldsNoToken(String content) throws IOException {
        try (var slurmrestd = FakeSlurmrestd.start()) {
            write(content);
            try (var exporter = watching(slurmrestd)) {
                exporter.eventually(() -> RunningExporter.SOURCES.forEach(
                        source -> assertThat(exporter.scrape().failures(source)).isPositive()));
                onlyUnauthorized(exporter.scrape(), "jobs");
                assertThat(exporter.status("jobs").at("/failure/message").asText())
                        .isNotEmpty()
                        .doesNotContain("secret");
                assertThat(slurmrestd.requests()).isEmpty();

                write("good");
                exporter.awaitAllUp();
            }
        }
    }

    @Test
    void livesWithAnEnvironmentVariableThatIsNotSet() {
        try (var slurmrestd = FakeSlurmrestd.start();
                var exporter = RunningExporter.watching(
                        RunningExporter.cluster("alpha", slurmrestd.port(), "tokenEnv: SLURM_JWT"))) {
            exporter.eventually(() -> RunningExporter.SOURCES.forEach(
                    source -> assertThat(exporter.scrape().failures(source, FailureKind.UNAUTHORIZED))
                            .isGreaterThan(1)));
            onlyUnauthorized(exporter.scrape(), "jobs");
            assertThat(exporter.status("jobs").at("/failure/message").asText()).contains("the token is empty");
        }
    }

    private static void onlyUnauthorized(Scrape scrape, String source) {
        assertThat(scrape.failures(source, FailureKind.UNAUTHORIZED))
                .as("times that %s was unauthorized", source)
                .isPositive()
                .isEqualTo(scrape.failures(source));
    }

    private RunningExporter watching(FakeSlurmrestd slurmrestd) {
        return RunningExporter.watching(RunningExporter.cluster("alpha", slurmrestd.port(), "tokenFile: " + file()));
    }

    private Path file() {
        return directory.resolve("token");
    }

    /** Replaces the file atomically, like Kubernetes. */
    private void write(String content) throws IOException {
        Path fresh = Files.writeString(directory.resolve("fresh"), content);
        Files.move(fresh, file(), StandardCopyOption.ATOMIC_MOVE);
    }

    private static String token(String subject, long expires) {
        String payload = "{\"sub\":\"%s\",\"exp\":%d}".formatted(subject, expires);
        Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
        return base64.encodeToString("{\"alg\":\"HS256\"}".getBytes(UTF_8)) + "."
                + base64.encodeToString(payload.getBytes(UTF_8)) + ".signature";
    }
}
