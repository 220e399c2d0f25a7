package dev.sluice.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AdapterMainTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void failsAndSaysThatItServesNothingYet() {
        assertThat(run()).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("serves no external metrics yet");
    }

    @Test
    void namesItsVersion() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("sluice-adapter ");
    }

    @Test
    void refusesArgumentsThatItDoesNotKnow() {
        assertThat(run("--port", "8443")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("usage:");
    }

    private int run(String... arguments) {
        return AdapterMain.run(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                arguments);
    }
}
