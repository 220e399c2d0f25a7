package dev.sluice.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.slurm.squeue.SqueueScript;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqueueCheckTest {

    @TempDir
    private Path folder;

    @Test
    void refusesOnlyALocalConfigurationThatHidesTheServer() throws Exception {
        Path local = folder.resolve("slurm.conf");
        assertThat(problems(local)).isEmpty();

        Files.createFile(local);
        assertThat(problems(local))
                .containsExactly("clusters[0].slurm.squeue: squeue would read " + local
                        + " instead of the configuration of slurm-controller.slurm:6817");
    }

    @Test
    void reportsAMissingCommandOfAServer() {
        Path missing = folder.resolve("none");

        assertThat(problems(folder.resolve("slurm.conf"), missing))
                .containsExactly("clusters[0].slurm.squeue: cannot run " + missing + ": no executable file");
    }

    private List<String> problems(Path localConfiguration) {
        // Like squeue in a pod, the script would fail without a token.
        return problems(localConfiguration, SqueueScript.raw(folder, "exit 1"));
    }

    private static List<String> problems(Path localConfiguration, Path squeue) {
        return new SqueueCheck(Map.of(), localConfiguration).problems(Loaded.good("""
                        clusters:
                          - name: research
                            slurm:
                              url: http://127.0.0.1:9
                              tokenFile: token
                              squeue: %s
                              squeueServer: slurm-controller.slurm:6817
                        """.formatted(squeue)));
    }
}
