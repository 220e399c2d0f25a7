package dev.sluice.common.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForeignAnswerTest {

    @Test
    void namesTheTargetOfARedirect() {
        assertThat(ForeignAnswer.of(302, "https://login.example.org/start", "slurmrestd"))
                .contains("HTTP 302 redirects to https://login.example.org/start:"
                        + " a proxy or login page answers, not slurmrestd");
        assertThat(ForeignAnswer.of(301, "", "the exporter"))
                .contains("HTTP 301 redirects: a proxy or login page answers, not the exporter");
    }

    @Test
    void showsNoSecretOfTheTarget() {
        assertThat(ForeignAnswer.of(307, "https://me:secret@login.example.org/a?state=secret#secret", "slurmrestd"))
                .contains("HTTP 307 redirects to https://login.example.org/a:"
                        + " a proxy or login page answers, not slurmrestd");
    }

    @Test
    void showsAHostileTargetShortAndPrintable() {
        assertThat(ForeignAnswer.of(302, "/\u001b[2J" + "a".repeat(500), "slurmrestd")
                        .orElseThrow())
                .startsWith("HTTP 302 redirects to /?[2Jaaa")
                .contains("aaa…: ")
                .hasSizeLessThan(300);
    }

    @ParameterizedTest
    @ValueSource(ints = {502, 503, 504})
    void namesAGateway(int status) {
        assertThat(ForeignAnswer.of(status, "", "slurmrestd"))
                .contains("HTTP " + status + ": a gateway answers, not slurmrestd");
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 304, 400, 401, 404, 500, 501, 511})
    void leavesOtherAnswersToTheServer(int status) {
        assertThat(ForeignAnswer.of(status, "/somewhere", "slurmrestd")).isEmpty();
    }
}
