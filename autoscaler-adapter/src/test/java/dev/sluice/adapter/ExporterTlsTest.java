package dev.sluice.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.adapter.demand.DemandSamples;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ExporterTlsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Vertx vertx = Vertx.vertx();
    private int port;

    @BeforeEach
    void start() throws Exception {
        port = serve(ClientAuth.NONE);
    }

    private int serve(ClientAuth clients) throws Exception {
        return vertx.createHttpServer(new HttpServerOptions()
                        .setClientAuth(clients)
                        .setTrustOptions(new PemTrustOptions().addCertPath(pem("ca.pem")))
                        .setHost("127.0.0.1")
                        .setPort(0)
                        .setSsl(true)
                        .setKeyCertOptions(new PemKeyCertOptions()
                                .setCertPath(pem("server.pem"))
                                .setKeyPath(pem("server-key.pem"))))
                .requestHandler(request -> request.response()
                        .setStatusCode(request.path().equals("/below/api/v1/demand") ? 200 : 404)
                        .end(Buffer.buffer(DemandSamples.bytes("two-clusters.json"))))
                .listen()
                .map(HttpServer::actualPort)
                .toCompletionStage()
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
    }

    @AfterEach
    void stop() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    void readsAnExporterWhoseAuthorityItIsTold() throws Exception {
        try (AdapterFixture adapter = AdapterFixture.with(
                "--exporter=https://127.0.0.1:" + port + "/below/", "--exporter-ca=" + pem("ca.pem"))) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(adapter.desired("nodeset=gpu,cluster=research")
                                    .body())
                            .contains("\"value\":\"12\""));
        }
    }

    @Test
    void doesNotReadAnExporterWhoseAuthorityNobodyKnows() throws IOException {
        try (AdapterFixture adapter = AdapterFixture.reading("https://127.0.0.1:" + port + "/below")) {
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(adapter.desired("nodeset=gpu").body()).contains("(TLS failed: "));
            assertThat(adapter.desired("nodeset=gpu").statusCode()).isEqualTo(503);
        }
    }

    @Test
    void pointsToTheSchemeWhenItsExporterSpeaksTls() throws IOException {
        try (AdapterFixture adapter = AdapterFixture.reading("http://127.0.0.1:" + port + "/below")) {
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(adapter.desired("nodeset=gpu").body())
                                    .contains("; check http:// or https:// in --exporter)"));
        }
    }

    @Test
    void showsItsCertificateToAnExporterThatWantsOne() throws Exception {
        int asking = serve(ClientAuth.REQUIRED);
        String exporter = "--exporter=https://127.0.0.1:" + asking + "/below/";
        String authority = "--exporter-ca=" + pem("ca.pem");

        try (AdapterFixture adapter = AdapterFixture.with(
                exporter,
                authority,
                "--exporter-cert=" + pem("client.pem"),
                "--exporter-key=" + pem("client-key.pem"))) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(adapter.desired("nodeset=gpu,cluster=research")
                                    .body())
                            .contains("\"value\":\"12\""));
        }
        try (AdapterFixture adapter = AdapterFixture.with(exporter, authority)) {
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(adapter.desired("nodeset=gpu").body())
                                    .containsAnyOf("(TLS failed: ", "(the connection broke: "));
        }
    }

    private static String pem(String name) throws URISyntaxException {
        URL url = Objects.requireNonNull(ExporterTlsTest.class.getResource("/tls/" + name));
        return Path.of(url.toURI()).toString();
    }
}
