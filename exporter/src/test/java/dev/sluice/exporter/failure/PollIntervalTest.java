package dev.sluice.exporter.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.exporter.ExporterApp;
import dev.sluice.exporter.config.ConfigLoader;
import dev.sluice.exporter.poll.Time;
import dev.sluice.simulator.SimulatedCluster;
import dev.sluice.simulator.SimulatedSlurmrestd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts the requests to slurmrestd with intervals from the configuration file. */
class PollIntervalTest {

    private static final String SLURM = "/slurm/v0.0.45/";
    private static final String SLURMDB = "/slurmdb/v0.0.45/";
    private static final List<String> OFTEN = List.of(SLURM + "nodes/", SLURM + "diag/");
    private static final List<String> SLOW = List.of(SLURM + "licenses/", SLURM + "reservations/", SLURM + "conf/");
    private static final List<String> ACCOUNTING =
            List.of(SLURM + "shares/", SLURMDB + "qos/", SLURMDB + "associations/", SLURMDB + "diag/");

    @TempDir
    private Path folder;

    private SimulatedSlurmrestd slurmrestd;
    private Optional<ExporterApp> app = Optional.empty();

    @BeforeEach
    void start() throws IOException {
        slurmrestd = SimulatedSlurmrestd.start(SimulatedCluster.quiet(Instant.parse("2026-11-20T12:00:00Z")));
    }

    @AfterEach
    void stop() {
        app.ifPresent(ExporterApp::close);
        slurmrestd.close();
    }

    private void watch(String poll) throws Exception {
        Path config = Files.writeString(folder.resolve("sluice.yaml"), """
                clusters:
                  - name: alpha
                    slurm: {url: "%s"}
                poll: %s
                prometheus: {host: 127.0.0.1, port: 0}
                api: {host: 127.0.0.1, port: 0}
                """.formatted(slurmrestd.uri(), poll));
        app = Optional.of(ExporterApp.start(ConfigLoader.load(config), Time.system(), Map.of(), "test", unused -> {}));
    }

    private int requests(String path) {
        return slurmrestd.requests(path);
    }

    private void awaitRequests(List<String> paths, int times) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(paths)
                        .allSatisfy(path -> assertThat(requests(path)).as(path).isGreaterThanOrEqualTo(times)));
    }

    private void assertRequests(List<String> paths, int times) {
        assertThat(paths).allSatisfy(path -> assertThat(requests(path)).as(path).isEqualTo(times));
    }

    @Test
    void whatChangesSeldomIsAskedForOnceAnIntervalOfItsOwn() throws Exception {
        watch("{interval: 1s, slowInterval: 5m, accountingInterval: 5m}");

        awaitRequests(OFTEN, 4);

        assertRequests(SLOW, 1);
        assertRequests(ACCOUNTING, 1);
    }

    @Test
    void slowIntervalAndAccountingIntervalAreApart() throws Exception {
        watch("{interval: 1s, slowInterval: 1s, accountingInterval: 5m}");

        awaitRequests(SLOW, 3);

        assertRequests(ACCOUNTING, 1);
    }

    @Test
    void accountingIsAskedForAsOftenAsItIsConfigured() throws Exception {
        watch("{interval: 1s, slowInterval: 5m, accountingInterval: 1s}");

        awaitRequests(ACCOUNTING, 3);

        assertRequests(SLOW, 1);
    }
}
