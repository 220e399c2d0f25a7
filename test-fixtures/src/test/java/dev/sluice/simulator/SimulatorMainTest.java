package dev.sluice.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.simulator.kubernetes.KubernetesOptions;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class SimulatorMainTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final SimulatorMain main = new SimulatorMain(printer(out), printer(err));

    private static PrintStream printer(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({
        "--port,x,--port needs a whole number",
        "--port,70000,--port must be from 0 to 65535",
        "--speed,0,--speed must be above 0",
        "--speed,fast,--speed needs a number",
        "--seed,1.5,--seed needs a whole number",
        "--scene,night,--scene must be busy, large or empty",
        "--colour,red,unknown flag --colour",
        "--token-file,/nowhere/token,cannot be read",
        "--start-delay,90,--start-delay needs a time such as 90s",
        "--hpa-window,soon,--hpa-window needs a time such as 90s",
        "--return-to-service,1,--return-to-service must be 0 or 2",
        "--kubernetes-port,70000,--kubernetes-port must be from 0 to 65535",
        "--kubernetes-port,6443,the Kubernetes flags require --kubernetes"
    })
    void refusesBadFlags(String flag, String value, String message) throws InterruptedException {
        assertThat(main.run(List.of(flag, value))).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains(message);
        assertThat(out.size()).isZero();
    }

    @Test
    void refusesAFlagWithoutItsValueAndAnEmptyTokenFile(@TempDir Path directory) throws Exception {
        Path empty = Files.writeString(directory.resolve("token"), "\n");

        assertThat(main.run(List.of("--port"))).isEqualTo(2);
        assertThat(main.run(List.of("--token-file", empty.toString()))).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("--port needs a value")
                .contains("is empty");
    }

    @Test
    void understandsAllFlags() throws Exception {
        assertThat(SimulatorOptions.parse(List.of()))
                .isEqualTo(new SimulatorOptions(0, 1, 20, Scene.BUSY, Optional.empty(), KubernetesFlags.NONE, false));
        assertThat(SimulatorOptions.parse(List.of(
                        "--port", "6820", "--seed", "-3", "--speed", "0.5", "--scene", "empty", "--token-file", "t")))
                .isEqualTo(new SimulatorOptions(
                        6820, -3, 0.5, Scene.EMPTY, Optional.of(Path.of("t")), KubernetesFlags.NONE, false));
    }

    @Test
    void understandsTheFlagsOfKubernetes() throws Exception {
        KubernetesFlags flags = SimulatorOptions.parse(List.of(
                        "--kubernetes",
                        "--kubernetes-port",
                        "6443",
                        "--write-kubeconfig",
                        "kubeconfig",
                        "--metrics-from",
                        "http://127.0.0.1:8080/api/v1/demand",
                        "--start-delay",
                        "5m",
                        "--hpa-window",
                        "1h",
                        "--return-to-service",
                        "0",
                        "--prestop-fails"))
                .kubernetes();
        KubernetesOptions options =
                new KubernetesOptions(Duration.ofMinutes(5), Duration.ofHours(1), Duration.ofHours(2), false, true);
        assertThat(flags)
                .isEqualTo(new KubernetesFlags(
                        true,
                        6443,
                        Optional.of("http://127.0.0.1:8080/api/v1/demand"),
                        Optional.of(Path.of("kubeconfig")),
                        options));
    }
}
