package dev.sluice.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the classes that an adapter in a separate process loads. Loaded classes use memory even if no code uses them.
 */
class LoadedClassesTest {

    @TempDir
    Path folder;

    @Test
    void kedaCostsNothingWhileItIsOff() throws Exception {
        assertThat(loaded())
                .contains(" dev.sluice.adapter.AdapterApp ")
                .doesNotContain(" dev.sluice.adapter.keda.")
                .doesNotContain(" io.vertx.grpc.server.");
        assertThat(loaded("--keda-port=0"))
                .contains(" dev.sluice.adapter.keda.KedaServer ")
                .contains(" io.vertx.grpc.server.");
    }

    /** Returns the class loading log, from the start to the exit after SIGTERM. */
    private String loaded(String... more) throws IOException, InterruptedException {
        Path log = Files.createTempFile(folder, "classes", ".log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xlog:class+load:file=" + log,
                "-cp",
                System.getProperty("java.class.path"),
                AdapterMain.class.getName(),
                "--exporter=http://127.0.0.1:1",
                "--insecure-http",
                "--auth=off",
                "--listen=127.0.0.1",
                "--port=0",
                "--metrics-port=0",
                "--drain=0s"));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader out = process.inputReader()) {
            List<String> lines = new ArrayList<>();
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                lines.add(line);
                if (line.contains("adapter serves")) {
                    // Does not call Process.destroy(), because it would close streams that the test is still reading.
                    process.toHandle().destroy();
                }
            }
            assertThat(lines).anyMatch(line -> line.contains("adapter serves"));
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            // 128 + SIGTERM. The last log lines can be missing, because the JDK closes the log while the process exits.
            assertThat(process.exitValue()).isEqualTo(143);
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(log);
    }
}
