package dev.sluice.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.slurm.squeue.SqueueScript;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExporterMainTest {

    private static final String GOOD = """
            clusters:
              - name: research
                slurm:
                  url: http://127.0.0.1:6820
                  tokenFile: token
            """;

    private final ExporterProgram program = new ExporterProgram();

    @TempDir
    private Path folder;

    @Test
    void showsTheConfigurationInForceAndWarnsOfATokenFileThatIsMissing() throws IOException {
        assertThat(program.run("--check-config", "--config", file(GOOD))).isZero();

        assertThat(program.out())
                .contains("name: research")
                .contains("interval: 15s")
                .contains("port: 9341");
        assertThat(program.err()).startsWith("warning: clusters[0].slurm.tokenFile: ");
    }

    @Test
    void listsEveryMistakeAndEndsWithTwo() throws IOException {
        String file = file(GOOD + "pol: {}\napi: {port: 99999}\n");

        assertThat(program.run("--check-config", "--config", file)).isEqualTo(2);
        assertThat(program.run("--config", file)).isEqualTo(2);

        assertThat(program.err())
                .contains("pol: unknown key; did you mean \"poll\"?")
                .contains("api.port");
        assertThat(program.out()).isEmpty();
    }

    @Test
    void checksThatSqueueRuns() throws IOException {
        Path squeue = SqueueScript.in(folder, "");

        assertThat(program.run("--check-config", "--config", file(withSqueue(squeue))))
                .isZero();
        assertThat(program.out()).contains("squeue: " + squeue);

        assertThat(program.run("--check-config", "--config", file(withSqueue(folder.resolve("none")))))
                .isEqualTo(2);
        assertThat(program.err())
                .contains("clusters[0].slurm.squeue: cannot run " + folder.resolve("none") + ": No such file");
    }

    private static String withSqueue(Path squeue) {
        return "clusters: [{name: research, slurm: {url: 'http://127.0.0.1:6820', squeue: " + squeue + "}}]\n";
    }

    @Test
    void refusesAuthoritiesThatHoldNoCertificate() throws IOException {
        Path garbage = Files.writeString(folder.resolve("ca.pem"), "-----BEGIN CERTIFICATE-----\nnone\n");
        String file = file("""
                clusters:
                  - name: research
                    slurm:
                      url: https://slurm.example.org:6820
                      tokenFile: /nowhere/token
                      tls: {caFile: "%s"}
                otlp:
                  enabled: true
                  endpoint: https://otel.example.org:4318
                  tls: {caFile: "%s"}
                """.formatted(garbage, garbage));

        assertThat(program.run("--check-config", "--config", file)).isEqualTo(2);

        assertThat(program.err())
                .contains("clusters[0].slurm.tls.caFile: the file " + garbage + " holds no certificate (PEM)")
                .contains("otlp.tls.caFile: the file " + garbage + " holds no certificate (PEM)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--no-such-flag", "--config"})
    void endsWithTwoForArgumentsThatItDoesNotKnow(String argument) {
        assertThat(argument.isEmpty() ? program.run() : program.run(argument)).isEqualTo(2);
        assertThat(program.err()).contains("--help");
    }

    @Test
    void showsHelpAndVersion() {
        assertThat(program.run("--help")).isZero();
        assertThat(program.run("--version")).isZero();

        assertThat(program.out()).contains("Exit codes: 0 success").contains("sluice-exporter development");
    }

    @Test
    void endsWithOneWhenItsPortIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String config = GOOD
                    + "prometheus: {host: 127.0.0.1, port: " + taken.getLocalPort() + "}\n"
                    + "api: {host: 127.0.0.1, port: 0}\nlog: {level: error}\n";

            assertThat(program.run("--config", file(config))).isEqualTo(1);
        }
    }

    private String file(String content) throws IOException {
        return Files.writeString(folder.resolve("exporter.yaml"), content).toString();
    }
}
