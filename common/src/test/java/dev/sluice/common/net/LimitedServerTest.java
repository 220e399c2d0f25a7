package dev.sluice.common.net;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitedServerTest {

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void stop() {
        vertx.close().await();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"})
    void closesAConnectionWithoutAFullHeadOrResponse(String sent) throws Exception {
        int port = new LimitedServer(
                        vertx,
                        LimitedServer.options("127.0.0.1", 0, 600),
                        Optional.empty(),
                        new LimitedServer.Limits(1, 1, 600, 1))
                .start(neverAnswered -> {}, HttpServerRequest.DEFAULT_INVALID_REQUEST_HANDLER)
                .await();

        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
            client.getOutputStream().write(sent.getBytes(US_ASCII));

            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }
}
