package dev.sluice.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests host names that do not resolve, and files that cannot be read completely. No task on the event loop waits for
 * these names and files.
 */
@Tag("slow")
class NameOutageTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** A reader of this pipe waits for a writer forever. */
    private Path pipe() throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe");
        Process made = new ProcessBuilder("mkfifo", pipe.toString()).start();
        assertThat(made.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return pipe;
    }

    /** The JDK reads host names from this file instead of DNS. The file is a pipe, so each lookup hangs forever. */
    @Test
    void aNameThatIsNeverAnsweredBlocksNobody() throws IOException, InterruptedException {
        try (OwnProcess adapter =
                new OwnProcess(List.of("-Djdk.net.hosts.file=" + pipe()), "--exporter=a=http://nobody.example:8080")) {
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                assertThat(adapter.operations("/livez")).isEqualTo("ok\n");
                assertThat(adapter.operations("/metrics"))
                        .containsPattern(
                                "sluice_adapter_exporter_failures_total\\{exporter=\"a\",kind=\"timeout\"} [1-9]");
            });
            assertThat(adapter.operations("/readyz"))
                    .contains("looking up the host name nobody.example takes longer than 3 s");
        }
    }
}
