package dev.sluice.common.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class OutsideTextTest {

    /** The example of RFC 7519 section 3.1. */
    private static final String JWT = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"
            + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
            + ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

    static Stream<Arguments> texts() {
        String words = "gpu-1: Größe 100 % \u2265 \u65e5\u672c\u8a9e \ud83d\ude00 \"quoted\" \\n";
        return Stream.of(
                argumentSet("what people write", words, words),
                argumentSet(
                        "what a terminal obeys",
                        "\u001b[2J\u001b]0;owned\u0007x\u009b31my\u0000\u007f",
                        "?[2J?]0;owned?x?31my??"),
                argumentSet("one line", "a\nb\rc\td\u2028e\u2029f\u0085g", "a b c d?e?f?g"),
                argumentSet(
                        "directions and what cannot be seen",
                        "\u202egnp.exe\u202c\u2066\u200b\ufeff\u061c",
                        "?gnp.exe?????"),
                argumentSet("halves of pairs", "a\ud83d", "a?"));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void replacesWhatIsNotPrintable(String text, String printable) {
        assertThat(OutsideText.printable(text)).isEqualTo(printable);
    }

    @Test
    void hidesTokensAlsoAfterALineBreak() {
        assertThat(OutsideText.message("Authentication failed for X-SLURM-USER-TOKEN: " + JWT + " (expired)"))
                .isEqualTo("Authentication failed for X-SLURM-USER-TOKEN: [secret] (expired)");
        assertThat(OutsideText.message("Authorization: Bearer\n abcdefgh0123")).isEqualTo("Authorization: [secret]");
    }

    @ParameterizedTest
    @CsvSource({"10", "30", "60", "140"})
    void hidesATokenThatWasCutOff(int length) {
        assertThat(OutsideText.message("token=" + JWT.substring(0, length))).isEqualTo("token=[secret]");
    }

    @Test
    void hidesASecretThatIsKnown() {
        assertThat(OutsideText.without("correct-horse", "bad token correct-horse!"))
                .isEqualTo("bad token [secret]!");
        assertThat(OutsideText.without("", "unchanged")).isEqualTo("unchanged");
        assertThat(OutsideText.without("a", "banana")).isEqualTo("banana");
    }
}
