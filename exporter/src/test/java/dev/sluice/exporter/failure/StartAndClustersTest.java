package dev.sluice.exporter.failure;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static dev.sluice.exporter.failure.RunningExporter.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.http.Fault;
import dev.sluice.exporter.model.FailureKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartAndClustersTest {

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
            try (var slurmrestd = FakeSlurmrestd.start(reserved.getLocalPort())) {
                exporter.awaitAllUp();
                exporter.scrape().showsTheWholeCluster();
                assertThat(exporter.readyz().body()).isEqualTo("ready");
                assertThat(slurmrestd.requests()).contains("/openapi/v3");
            }
        } finally {
            reserved.close();
        }
    }

    @Test
    void neverServesAListThatSlurmEmptiesAsAnEmptyQueue() {
        try (var slurmrestd = FakeSlurmrestd.start()) {
            slurmrestd.breakJobsWith(
                    okJson(
                            "{\"jobs\": [], \"errors\": [], \"last_update\": {\"set\": true, \"infinite\": false, \"number\": 1}}"));
            try (var exporter = RunningExporter.watching(slurmrestd)) {
                exporter.awaitUp("nodes");
                exporter.eventually(() -> assertThat(exporter.scrape().failures("jobs", FailureKind.UNAUTHORIZED))
                        .isPositive());

                exporter.scrape().showsNothingOf("jobs");
                assertThat(exporter.status("jobs").at("/failure/message").asText())
                        .contains("PrivateData");

                slurmrestd.heal();
                exporter.awaitUp("jobs");
            }
        }
    }

    @Test
    void leavesTheOtherClusterAlone() {
        try (var alpha = FakeSlurmrestd.start();
                var beta = FakeSlurmrestd.start();
                var exporter = RunningExporter.watching(cluster("alpha", alpha.port()), cluster("beta", beta.port()))) {
            exporter.awaitAllUp();
            exporter.eventually(() -> exporter.scrape().of("beta").showsTheWholeCluster());

            for (String source : RunningExporter.SOURCES) {
                beta.breakWith(source, aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER));
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

            beta.heal();
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
