package dev.sluice.exporter.failure;

import static dev.sluice.exporter.failure.RunningExporter.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.slurm.StubSlurmrestd;
import dev.sluice.exporter.slurm.Waiting;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StartAndClustersTest {

    private static final String JOBS = "/slurm/v0.0.44/jobs/";

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() {
        Waiting.forResult(vertx.close());
    }

    /** Starts the slurmrestd of a captured cluster. */
    private StubSlurmrestd captured() {
        return StubSlurmrestd.start(vertx).answerCaptured("26.05", "v0.0.45");
    }

    @Test
    void showsNoZerosUntilTheServerAppearsAndIsReadyBecauseTheFailureIsKnown() throws IOException {
        Socket reserved = reservedPort();
        try (var exporter = RunningExporter.watching(cluster("alpha", reserved.getLocalPort()))) {
            exporter.eventually(() -> RunningExporter.SOURCES.forEach(
                    source -> assertThat(exporter.scrape().failures(source, FailureKind.UNREACHABLE))
                            .isPositive()));
            Scrape nothing = exporter.scrape();
            for (String source : List.of("nodes", "jobs", "ping")) {
                nothing.showsNothingOf(source);
                assertThat(nothing.age(source)).isEmpty();
                assertThat(nothing.up(source)).isFalse();
                assertThat(exporter.status(source).path("state").asText()).isEqualTo("failing");
            }
            assertThat(exporter.readyz().statusCode()).isEqualTo(200);
            assertThat(exporter.readyz().body())
                    .startsWith("ready\ncluster alpha: never read\n")
                    .contains("  source jobs: failing, unreachable since 2026-11-20T12:00:00Z: no connection");

            reserved.close();
            try (var slurmrestd = StubSlurmrestd.startAt(vertx, reserved.getLocalPort())) {
                slurmrestd.answerCaptured("26.05", "v0.0.45");
                exporter.awaitAllUp();
                exporter.scrape().showsTheWholeCluster();
                assertThat(exporter.readyz().body()).isEqualTo("ready");
                assertThat(slurmrestd.askedFor("/openapi/v3")).isNotEmpty();
            }
        } finally {
            reserved.close();
        }
    }

    @Test
    void neverServesAListThatSlurmEmptiesAsAnEmptyQueue() {
        try (var slurmrestd = captured()) {
            slurmrestd.answerJson(
                    JOBS,
                    "{\"jobs\": [], \"errors\": [], \"last_update\": {\"set\": true, \"infinite\": false, \"number\": 1}}");
            try (var exporter = RunningExporter.watching(cluster("alpha", slurmrestd.port()))) {
                exporter.awaitUp("nodes");
                exporter.eventually(() -> assertThat(exporter.scrape().failures("jobs", FailureKind.UNAUTHORIZED))
                        .isPositive());

                exporter.scrape().showsNothingOf("jobs");
                assertThat(exporter.status("jobs").at("/failure/message").asText())
                        .contains("PrivateData");

                slurmrestd.answerCaptured("26.05", "v0.0.45");
                exporter.awaitUp("jobs");
            }
        }
    }

    @Test
    void leavesTheOtherClusterAlone() {
        try (var alpha = captured();
                var beta = captured();
                var exporter = RunningExporter.watching(cluster("alpha", alpha.port()), cluster("beta", beta.port()))) {
            exporter.awaitAllUp();
            exporter.eventually(() -> exporter.scrape().of("beta").showsTheWholeCluster());

            for (String source : RunningExporter.SOURCES) {
                beta.answer(
                        source.equals("jobs") ? JOBS : "/slurm/v0.0.45/" + source + "/",
                        request -> request.connection().close());
            }
            exporter.eventually(() -> RunningExporter.SOURCES.forEach(source ->
                    assertThat(exporter.scrape().of("beta").up(source)).isFalse()));
            exporter.outliveMaxAgeOfAllBut(RunningExporter.SOURCES.toArray(String[]::new));
            Scrape scrape = exporter.scrape();
            scrape.showsTheWholeCluster();
            for (String source : List.of("nodes", "jobs", "ping")) {
                scrape.of("beta").showsNothingOf(source);
                assertThat(scrape.failures(source)).isZero();
                assertThat(exporter.status("beta", source).path("state").asText())
                        .isEqualTo("stale");
            }
            assertThat(exporter.readyz().statusCode()).isEqualTo(200);

            beta.answerCaptured("26.05", "v0.0.45");
            exporter.eventually(() -> exporter.scrape().of("beta").showsTheWholeCluster());
        }
    }

    /** Reserves a port that refuses connections, so that no other process can use the port. */
    private static Socket reservedPort() throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0));
        return socket;
    }
}
