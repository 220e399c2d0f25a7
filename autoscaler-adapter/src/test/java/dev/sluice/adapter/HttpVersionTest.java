package dev.sluice.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests the HTTP version of connections, which the TLS handshake negotiates. */
class HttpVersionTest {

    private static final int PATIENCE_MILLIS = 30_000;

    @RegisterExtension
    private final SecuredScene scene = new SecuredScene(CapturedRequests.demand());

    /**
     * If the client offers both HTTP versions, the adapter selects HTTP/1.1, so that the connections of an API server
     * are distributed over the replicas.
     */
    @Test
    void ofBothVersionsItTakesTheFirst() throws IOException {
        SSLContext frontProxy = Pki.context("front-proxy");
        try (SSLSocket socket =
                (SSLSocket) frontProxy.getSocketFactory().createSocket("127.0.0.1", scene.adapter.port())) {
            var parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
            socket.setSSLParameters(parameters);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.startHandshake();
            assertThat(socket.getApplicationProtocol()).isNotEqualTo("h2");
            socket.getOutputStream()
                    .write("GET /apis HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.ISO_8859_1));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .startsWith("HTTP/1.1 200 OK");
        }
    }
}
