package dev.sluice.common.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutsideTextTest {

    /** The example of RFC 7519 section 3.1. */
    private static final String JWT = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"
            + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
            + ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

    @Test
    void leavesWhatPeopleWrite() {
        String text = "gpu-1: Größe 100 % \u2265 \u65e5\u672c\u8a9e \ud83d\ude00 \"quoted\" \\n";

        assertThat(OutsideText.printable(text)).isEqualTo(text);
    }

    @Test
    void replacesWhatATerminalObeys() {
        assertThat(OutsideText.printable("\u001b[2J\u001b]0;owned\u0007x\u009b31my\u0000\u007f"))
                .isEqualTo("?[2J?]0;owned?x?31my??");
    }

    @Test
    void keepsOneLine() {
        assertThat(OutsideText.printable("a\nb\rc\td\u2028e\u2029f\u0085g")).isEqualTo("a b c d?e?f?g");
    }

    @Test
    void replacesDirectionsAndWhatCannotBeSeen() {
        assertThat(OutsideText.printable("\u202egnp.exe\u202c\u2066\u200b\ufeff\u061c"))
                .isEqualTo("?gnp.exe?????");
    }

    @Test
    void replacesHalvesOfPairs() {
        assertThat(OutsideText.printable("a\ud83d")).isEqualTo("a?");
    }

    @Test
    void hidesTokens() {
        assertThat(OutsideText.message("Authentication failed for X-SLURM-USER-TOKEN: " + JWT + " (expired)"))
                .isEqualTo("Authentication failed for X-SLURM-USER-TOKEN: [secret] (expired)");
    }

    @ParameterizedTest
    @CsvSource({"10", "30", "60", "140"})
    void hidesATokenThatWasCutOff(int length) {
        assertThat(OutsideText.message("token=" + JWT.substring(0, length))).isEqualTo("token=[secret]");
    }

    @Test
    void hidesATokenThatABreakDividesFromWhatAnnouncesIt() {
        assertThat(OutsideText.message("Authorization: Bearer\n abcdefgh0123")).isEqualTo("Authorization: [secret]");
    }

    @Test
    void hidesASecretThatIsKnown() {
        assertThat(OutsideText.without("correct-horse", "bad token correct-horse!"))
                .isEqualTo("bad token [secret]!");
        assertThat(OutsideText.without("", "unchanged")).isEqualTo("unchanged");
        assertThat(OutsideText.without("a", "banana")).isEqualTo("banana");
    }
}
