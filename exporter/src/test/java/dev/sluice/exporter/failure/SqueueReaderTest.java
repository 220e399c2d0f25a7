package dev.sluice.exporter.failure;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static dev.sluice.exporter.failure.RunningExporter.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.slurm.squeue.SqueueScript;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests an exporter that has permission to read jobs from squeue. */
class SqueueReaderTest {

    private static final int JOBS = 3;

    @TempDir
    private Path folder;

    @Test
    void readsSqueueAsSoonAsSlurmrestdFailsAndSaysSo() {
        Path squeue = SqueueScript.in(folder, SqueueScript.JOBS.formatted(JOBS));
        try (var slurmrestd = FakeSlurmrestd.start();
                var exporter = RunningExporter.watching(cluster("alpha", slurmrestd.port(), "squeue: " + squeue))) {
            exporter.eventually(() -> assertThat(reader(exporter)).isEqualTo("slurmrestd"));
            exporter.eventually(() -> exporter.scrape().showsTheWholeCluster());

            slurmrestd.breakJobsWith(aResponse().withStatus(500));

            exporter.eventually(() -> assertThat(reader(exporter)).isEqualTo("squeue"));
            Scrape scrape = exporter.scrape();
            assertThat(scrape.up("jobs")).isTrue();
            assertThat(scrape.apiVersion("jobs")).isEqualTo("squeue");
            assertThat(exporter.samples("slurm_cluster_jobs"))
                    .contains("slurm_cluster_jobs{cluster=\"alpha\",state=\"pending\"} " + JOBS);
        }
    }

    @Test
    void readsSlurmrestdWhereSqueueCannotBeRun() {
        try (var slurmrestd = FakeSlurmrestd.start();
                var exporter = RunningExporter.watching(
                        cluster("alpha", slurmrestd.port(), "squeue: " + folder.resolve("none")))) {
            exporter.awaitAllUp();

            exporter.eventually(() -> exporter.scrape().showsTheWholeCluster());
            assertThat(reader(exporter)).isEqualTo("slurmrestd");
        }
    }

    @Test
    void failsAsSqueueDoesWhereSqueueIsAlwaysRead() {
        Path squeue =
                SqueueScript.in(folder, "echo 'slurm_load_jobs error: Protocol authentication error' >&2; exit 1");
        try (var slurmrestd = FakeSlurmrestd.start();
                var exporter = RunningExporter.watching(
                        cluster("alpha", slurmrestd.port(), "squeue: " + squeue, "squeueAfter: 0s"))) {
            exporter.awaitDown("jobs");

            exporter.eventually(() -> assertThat(exporter.scrape().failures("jobs", FailureKind.UNAUTHORIZED))
                    .isPositive());
            assertThat(slurmrestd.requestsFor("jobs")).isEmpty();
        }
    }

    private static String reader(RunningExporter exporter) {
        return exporter.status("jobs").path("reader").asText();
    }
}
