package dev.sluice.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.common.log.LogLayout;
import dev.sluice.common.log.Logging;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.event.Level;

class AdapterMainTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @AfterEach
    void logAsBefore() {
        Logging.configure(LogLayout.Format.TEXT, Level.ERROR);
    }

    @Test
    void checksSettingsAndShowsThoseInForce() {
        assertThat(run("--check", "--exporter", "http://a:8080", "--insecure-http", "--auth", "off"))
                .isZero();

        assertThat(printed(out))
                .contains("--exporter a:8080=http://a:8080")
                .contains("--port 8443")
                .contains("--metrics-port 9342")
                .contains("--max-age 90000ms");
        assertThat(printed(err)).contains("warning: authentication is off").contains("warning: plain HTTP");
    }

    @Test
    void listsEveryMistakeAndEndsWithTwo() {
        assertThat(run("--check", "--port", "x", "--interval", "y")).isEqualTo(2);
        assertThat(run("--port", "x", "--interval", "y")).isEqualTo(2);

        assertThat(printed(err))
                .contains("'--port': must be a number from 0 to 65535, not 'x'")
                .contains("'--interval': must be a duration such as 500ms, 5s or 2m, not 'y'")
                .contains("--help");
        assertThat(printed(out)).isEmpty();
    }

    @Test
    void endsWithTwoForArgumentsThatItDoesNotKnow() {
        assertThat(run("--exportr", "http://a")).isEqualTo(2);
        assertThat(printed(err)).contains("Unknown options: '--exportr', 'http://a'; did you mean --exporter?");
        assertThat(run("surplus")).isEqualTo(2);
        assertThat(run("--port")).isEqualTo(2);
        assertThat(run("--port", "1", "--port", "2")).isEqualTo(2);
        assertThat(printed(err)).contains("option '--port' (PORT) should be specified only once");
    }

    @Test
    void showsHelpAndVersion() {
        assertThat(run("--help")).isZero();
        assertThat(run("--version")).isZero();

        assertThat(printed(out))
                .contains("Exit codes: 0 fine")
                .contains("--namespace-map")
                .contains("sluice-adapter development");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--port", "--metrics-port", "--keda-port"})
    void namesThePortInUseAndItsFlag(String flag) throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            AdapterConfig config = AdapterFixture.config(
                    Map.of(
                            "SLUICE_ADAPTER_EXPORTER", "http://127.0.0.1:1",
                            "SLUICE_ADAPTER_INSECURE_HTTP", "true",
                            "SLUICE_ADAPTER_AUTH", "off",
                            "SLUICE_ADAPTER_LISTEN", "127.0.0.1",
                            "SLUICE_ADAPTER_PORT", "0",
                            "SLUICE_ADAPTER_METRICS_PORT", "0",
                            "SLUICE_ADAPTER_KEDA_PORT", "0"),
                    List.of(flag, port));

            assertThatThrownBy(() -> new AdapterApp(
                            config, Security.Timing.USUAL, Clock.systemUTC(), System::nanoTime, "test", unused -> {}))
                    .hasMessageStartingWith("cannot listen on 127.0.0.1 port " + port + " (" + flag + "): ")
                    .hasMessageContaining("Address already in use");
        }
    }

    private int run(String... arguments) {
        return new AdapterMain(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        Map.of())
                .run(arguments);
    }

    private static String printed(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8);
    }
}
