package dev.sluice.exporter.failure;

import static dev.sluice.exporter.failure.RunningExporter.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.slurm.StubSlurmrestd;
import dev.sluice.exporter.slurm.Waiting;
import io.vertx.core.Vertx;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the publication of a response that never ends. */
@Tag("slow")
class SlowPublicationTest {

    private static final List<String> CLUSTERS = List.of("alpha", "beta");

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() {
        Waiting.forResult(vertx.close());
    }

    @Test
    void delaysNeitherHealthNorScrapesNorTheOtherCluster() {
        try (var slurmrestd = StubSlurmrestd.start(vertx).answerCaptured("26.05", "v0.0.45");
                var clock = new HeldClock(RunningExporter.START);
                var exporter = RunningExporter.watching(
                        clock, cluster("alpha", slurmrestd.port()), cluster("beta", slurmrestd.port()))) {
            clock.awaitHeld();

            assertThat(exporter.get("/livez").statusCode()).isEqualTo(200);
            exporter.eventually(() -> assertThat(CLUSTERS)
                    .filteredOn(
                            name -> RunningExporter.SOURCES.stream().allMatch(source -> isUp(exporter, name, source)))
                    .hasSize(1));
            // No source must be reported as up while the metrics of the source are missing.
            assertThat(exporter.readyz().statusCode()).isEqualTo(503);
            String published = CLUSTERS.stream()
                    .filter(name -> isUp(exporter, name, "jobs"))
                    .findFirst()
                    .orElseThrow();
            exporter.scrape().of(published).showsTheWholeCluster();

            clock.release();
            exporter.awaitAllUp();
            exporter.eventually(
                    () -> CLUSTERS.forEach(name -> exporter.scrape().of(name).showsTheWholeCluster()));
            assertThat(exporter.readyz().statusCode()).isEqualTo(200);
        }
    }

    private static boolean isUp(RunningExporter exporter, String cluster, String source) {
        return exporter.status(cluster, source).path("state").asText().equals("ok");
    }
}
