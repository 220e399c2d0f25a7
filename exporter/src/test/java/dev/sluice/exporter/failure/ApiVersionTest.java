package dev.sluice.exporter.failure;

import static dev.sluice.exporter.failure.FakeSlurmrestd.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import org.junit.jupiter.api.Test;

/** Tests slurmrestd with API versions that change, or that the exporter does not support. */
class ApiVersionTest {

    @Test
    void agreesAnewWhenTheVersionInUseIsGone() {
        try (var slurmrestd = FakeSlurmrestd.start();
                var exporter = RunningExporter.watching(slurmrestd).awaitAllUp()) {
            assertThat(exporter.scrape().apiVersion("jobs")).isEqualTo("v0.0.45");

            slurmrestd.serve("24.11");
            for (String source : RunningExporter.SOURCES) {
                exporter.eventually(
                        () -> assertThat(exporter.scrape().apiVersion(source)).isEqualTo("v0.0.42"));
            }
            exporter.awaitAllUp();
            exporter.scrape().showsTheWholeCluster();
            // The exporter must not use the update time of v0.0.45 for v0.0.42.
            assertThat(slurmrestd.requestsFor("jobs")).contains("/slurm/v0.0.42/jobs/?flags=ALL");
            // The first source gets the status 404. The other sources can already use the new version.
            double refused = RunningExporter.SOURCES.stream()
                    .mapToDouble(source -> exporter.scrape().failures(source, FailureKind.UNEXPECTED_STATUS))
                    .sum();
            double failed = RunningExporter.SOURCES.stream()
                    .mapToDouble(source -> exporter.scrape().failures(source))
                    .sum();
            assertThat(refused).isPositive().isEqualTo(failed);

            slurmrestd.serve("26.05");
            exporter.awaitAllUp();
            exporter.scrape().showsTheWholeCluster();
        }
    }

    @Test
    void saysWhichVersionIsPinnedButNotServed() {
        try (var slurmrestd = FakeSlurmrestd.start();
                var exporter = RunningExporter.watching(
                        RunningExporter.cluster("alpha", slurmrestd.port(), "apiVersion: v0.0.41"))) {
            for (String source : RunningExporter.SOURCES) {
                exporter.eventually(() -> assertThat(exporter.scrape().failures(source, FailureKind.UNEXPECTED_STATUS))
                        .isPositive());
                assertThat(exporter.status(source).at("/failure/message").asText())
                        .contains("v0.0.41")
                        .contains("slurm.apiVersion");
            }
            assertThat(exporter.readyz().statusCode()).isEqualTo(503);
            exporter.scrape().showsNothingOf("jobs");
            assertThat(slurmrestd.requests()).doesNotContain("/openapi/v3");

            slurmrestd.serve("24.11");
            exporter.awaitAllUp();
            exporter.scrape().showsTheWholeCluster();
            assertThat(exporter.scrape().apiVersion("jobs")).isEqualTo("v0.0.41");
        }
    }

    @Test
    void saysWhichVersionsAreOfferedWhereNoneIsKnown() {
        try (var slurmrestd = FakeSlurmrestd.start()) {
            slurmrestd.breakOpenApiWith(json("{\"paths\":{\"/slurm/v0.0.38/jobs\":{},\"/slurm/v0.0.99/jobs/\":{}}}"));
            try (var exporter = RunningExporter.watching(slurmrestd)) {
                exporter.eventually(() -> assertThat(exporter.scrape().failures("jobs", FailureKind.UNEXPECTED_STATUS))
                        .isPositive());
                assertThat(exporter.status("jobs").at("/failure/message").asText())
                        .contains("v0.0.38, v0.0.99")
                        .contains("v0.0.40 to v0.0.46");

                slurmrestd.heal();
                exporter.awaitAllUp();
            }
        }
    }
}
