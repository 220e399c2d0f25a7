package dev.sluice.exporter.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.exporter.ExporterMain;
import dev.sluice.fixtures.SteppingClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Steps the wall clock of a running exporter. */
@Tag("slow")
class ClockStepTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Pattern READY = Pattern.compile(".*exporter ready.*metrics_port=(\\d+).*");
    private static final String JOBS = "\nslurm_queue_jobs{";

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void stepForwardWithdrawsNothingAndAddsNoGpuTimeAndStepBackKeepsNoOldData() throws Exception {
        Optional<SteppingClock> clock = SteppingClock.in(folder);
        assumeTrue(clock.isPresent(), "skipped: the Debian package faketime is not installed");
        FakeSlurmrestd slurmrestd = FakeSlurmrestd.start();
        Process exporter = start(clock.get(), slurmrestd.port());
        try {
            int port = port(exporter);
            await().atMost(PATIENCE)
                    .until(() -> gpuSeconds(scrape(port)) > 0 && scrape(port).contains(JOBS));
            double before = gpuSeconds(scrape(port));
            long start = System.nanoTime();

            clock.get().step("+1h");

            for (int i = 0; i < 5; i++) {
                String page = scrape(port);
                assertThat(page).contains(JOBS).doesNotContainPattern("sluice_source_age_seconds\\{[^}]*} \\d{3}");
                await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
            }
            double seconds = (System.nanoTime() - start) / 1e9 + 10;
            double gpus = sum(scrape(port), "slurm_cluster_gpus");
            assertThat(gpuSeconds(scrape(port)) - before).isBetween(0.0, gpus * seconds);

            slurmrestd.close();
            clock.get().step("-1h");

            await().atMost(PATIENCE).until(() -> !scrape(port).contains(JOBS));
        } finally {
            exporter.destroyForcibly();
            slurmrestd.close();
        }
    }

    private Process start(SteppingClock clock, int slurmrestd) throws IOException {
        Path config = Files.writeString(folder.resolve("sluice.yaml"), """
                prometheus: {host: 127.0.0.1, port: 0}
                api: {host: 127.0.0.1, port: 0}
                poll: {interval: 1s, maxAge: 10s}
                clusters: [{name: alpha, slurm: {url: 'http://127.0.0.1:%d', user: sluice}}]
                """.formatted(slurmrestd));
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ExporterMain.class.getName(),
                        "--config",
                        config.toString())
                .redirectErrorStream(true);
        builder.environment().putAll(clock.environment());
        return builder.start();
    }

    private static int port(Process exporter) throws IOException {
        BufferedReader out = exporter.inputReader();
        StringBuilder said = new StringBuilder();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            Matcher ready = READY.matcher(line);
            if (ready.matches()) {
                Thread rest = new Thread(() -> out.lines().forEach(ignored -> {}), "output");
                rest.setDaemon(true);
                rest.start();
                return Integer.parseInt(ready.group(1));
            }
            said.append(line).append('\n');
        }
        throw new AssertionError("the exporter did not start: " + said);
    }

    private String scrape(int port) throws IOException, InterruptedException {
        return http.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    private static double gpuSeconds(String page) {
        return sum(page, "slurm_cluster_gpu_seconds_total");
    }

    private static double sum(String page, String family) {
        return page.lines()
                .filter(line -> line.startsWith(family + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }
}
