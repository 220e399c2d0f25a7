package dev.sluice.exporter.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.Validity;
import dev.sluice.exporter.poll.FetchFailure;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenReaderTest extends EventLoopTest {

    private static final Instant EXPIRY = Instant.parse("2026-11-20T08:00:00Z");

    /** The example of RFC 7519 section 3.1. */
    @Test
    void readsTheExpiryOfTheStandardsOwnExample() {
        String token = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"
                + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
                + ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

        assertThat(TokenReader.validity(token))
                .contains(new Validity(Instant.ofEpochSecond(1_300_819_380), Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    {"exp":1795161600,"iat":1795075200,"sun":"slurm"}
                    {"exp":1795161600.9}
                    {"exp":1.7951616e9}
                    {"context":{"exp":1,"a":[{"exp":2}]},"exp":1795161600}
                    """)
    void readsTheExpClaimOfThePayloadItself(String payload) {
        assertThat(TokenReader.validity(jwt(payload)).map(Validity::expires)).contains(EXPIRY);
    }

    /** slurmctld created this token: {@code scontrol token lifespan=86400}. */
    @Test
    void takesTheLifetimeFromTheIssueToTheEnd() {
        String token = jwt("{\"exp\":1795161600,\"iat\":1795075200,\"sun\":\"slurm\"}");

        assertThat(TokenReader.validity(token)).contains(new Validity(EXPIRY, Optional.of(Duration.ofDays(1))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"exp\":1795161600}",
                "{\"exp\":1795161600,\"iat\":1795161600}",
                "{\"exp\":1795161600,\"iat\":1795161601}",
                "{\"exp\":1795161600,\"iat\":\"1795075200\"}",
                "{\"exp\":1795161600,\"iat\":-1e300}",
            })
    void knowsNoLifetimeWithoutAnEarlierIssue(String payload) {
        assertThat(TokenReader.validity(jwt(payload))).contains(new Validity(EXPIRY, Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[]",
                "5",
                "[{\"exp\":1795161600}]",
                "{\"exp\":\"1795161600\"}",
                "{\"exp\":null}",
                "{\"exp\":[1795161600]}",
                "{\"context\":{\"exp\":1795161600}}",
                "{\"exp\":1e300}",
                "{\"exp\":-1e300}",
                "{\"exp\":NaN}",
                "{\"exp\":Infinity}",
                "{\"exp\":999999999999999999999999999}",
                "{\"exp\":",
                "{\"exp\"",
                "{\"sun\":\"slurm\"",
                "not json",
            })
    void findsNoExpiryInAPayloadWithoutOne(String payload) {
        assertThat(TokenReader.validity(jwt(payload))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "...", "opaque", "a.b", "a.b.c", "a.!!!!.c", "a.eyJ.c", "a.\u00e9.c"})
    void findsNoExpiryInWhatIsNoJwt(String token) {
        assertThat(TokenReader.validity(token)).isEmpty();
    }

    @Test
    void takesTheTokenOutOfWhatScontrolPrints() throws Exception {
        TokenReader token = TokenReader.of("SLURM_JWT=" + jwt("{\"exp\":1795161600}") + "\n");

        assertThat(answer(token::read)).contains(jwt("{\"exp\":1795161600}"));
        assertThat(token.validity().map(Validity::expires)).contains(EXPIRY);
    }

    @Test
    void readsTheFileAnewEveryTime(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("SLURM_JWT"), jwt("{\"exp\":1795161600}"));
        TokenReader token = TokenReader.ofFile(vertx, file);
        assertThat(token.validity()).isEmpty();
        assertThat(answer(token::read)).contains(jwt("{\"exp\":1795161600}"));
        assertThat(token.validity().map(Validity::expires)).contains(EXPIRY);

        Files.writeString(file, "  SLURM_JWT=opaque  \n");

        assertThat(answer(token::read)).contains("opaque");
        assertThat(token.validity()).isEmpty();
    }

    @Test
    void saysThatTheFileCannotBeReadUntilItCan(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("SLURM_JWT");
        TokenReader token = TokenReader.ofFile(vertx, file);

        FetchFailure failure = failure(token::read);

        assertThat(failure.kind()).isEqualTo(FailureKind.UNAUTHORIZED);
        assertThat(failure.message()).isEqualTo("the token file " + file + " cannot be read");
        Files.writeString(file, "opaque");
        assertThat(answer(token::read)).contains("opaque");
    }

    @Test
    void refusesAPipeThatNobodyWrites(@TempDir Path directory) throws Exception {
        Path pipe = directory.resolve("SLURM_JWT");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        FetchFailure failure = failure(TokenReader.ofFile(vertx, pipe)::read);

        assertThat(failure.kind()).isEqualTo(FailureKind.UNAUTHORIZED);
        assertThat(failure.message()).isEqualTo("the token file " + pipe + " cannot be read: it is not a regular file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n", "SLURM_JWT=", "SLURM_JWT= \n"})
    void refusesAnEmptyToken(String text) {
        FetchFailure failure = failure(TokenReader.of(text)::read);

        assertThat(failure.kind()).isEqualTo(FailureKind.UNAUTHORIZED);
        assertThat(failure.message()).isEqualTo("the token is empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sec\nret", "sec\r\nX-Evil: ret", "sec ret", "sec\u0000ret", "secr\u00e9t"})
    void refusesATokenThatNoHeaderCanHoldWithoutShowingIt(String text) {
        FetchFailure failure = failure(TokenReader.of(text)::read);

        assertThat(failure.kind()).isEqualTo(FailureKind.UNAUTHORIZED);
        assertThat(failure.message())
                .startsWith("the token is more than one word")
                .doesNotContain("sec");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "\ufeffsecret|begins with a byte order mark",
                "\"secret\"|begins with a quote",
                "SLURM_JWT=SLURM_JWT=secret|has the prefix SLURM_JWT= twice"
            })
    void saysWhatStandsBesideTheToken(String text, String problem) {
        TokenReader reader = TokenReader.of(text);

        assertThat(failure(reader::read).message()).isEqualTo("the token " + problem);
        assertThat(reader.problem()).contains(problem);
    }

    @Test
    void givesNoneWhereNoneIsConfigured() throws Exception {
        assertThat(answer(TokenReader.none()::read)).isEmpty();
    }

    private static String jwt(String payload) {
        Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
        String header = encoder.encodeToString("{\"alg\":\"HS256\"}".getBytes(StandardCharsets.UTF_8));
        return header + "." + encoder.encodeToString(payload.getBytes(StandardCharsets.UTF_8)) + ".c2lnbmF0dXJl";
    }
}
