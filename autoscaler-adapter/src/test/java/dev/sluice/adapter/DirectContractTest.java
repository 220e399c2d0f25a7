package dev.sluice.adapter;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.common.RawConnection;
import dev.sluice.common.RawConnection.Reply;
import dev.sluice.fixtures.Capture;
import java.io.IOException;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Connects directly to the adapter, over TLS, like the front proxy. Error responses equal the responses of a real API
 * server, including headers.
 */
class DirectContractTest extends ContractChecks {

    private static final Capture CAPTURE = Capture.ofKubernetes("1.36");
    private static final String VALUES = AdapterFixture.EXTERNAL + "/namespaces/slurm/slurm_nodeset_desired_replicas";

    @RegisterExtension
    private final SecuredScene scene = new SecuredScene(CapturedRequests.demand());

    @Override
    Reply get(String target, String... headers) {
        return scene.adapter.get("front-proxy", target, headers);
    }

    @Override
    FakeExporter exporter() {
        return scene.exporter;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "401-invalid-token|GET|" + VALUES + "|",
                "404-core-no-such-resource|GET|/api/v1/widgets|front-proxy",
                "405-post-on-list|POST|" + VALUES + "|front-proxy",
            })
    void theWholeAnswerIsTheCapturedOne(String capture, String method, String target, @Nullable String certificate)
            throws IOException {
        Reply reply = send(Objects.requireNonNullElse(certificate, ""), method, target);

        assertThat(FakeKubernetes.JSON.readTree(reply.text()))
                .isEqualTo(FakeKubernetes.captured("errors/" + capture + ".json"));
        assertThat(lines(reply.head().stream())).isEqualTo(capturedLines(capture));
    }

    private Reply send(String certificate, String method, String target) {
        try (RawConnection client =
                RawConnection.to(scene.adapter.port(), Pki.context(certificate).getSocketFactory())) {
            return client.send(method, target);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the status line and the headers, except headers whose value differs in each response. */
    private static Set<String> lines(Stream<String> head) {
        return head.map(line -> line.startsWith("HTTP/")
                        ? line.substring(0, "HTTP/1.1 400".length())
                        : line.toLowerCase(Locale.ROOT))
                .filter(line -> !line.isEmpty() && !line.matches("(audit-id|date|content-length): .*"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> capturedLines(String capture) throws IOException {
        return lines(CAPTURE.text("errors/" + capture + ".headers").lines());
    }

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
            socket.setSoTimeout(30_000);
            socket.startHandshake();
            assertThat(socket.getApplicationProtocol()).isNotEqualTo("h2");
            socket.getOutputStream()
                    .write("GET /apis HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".getBytes(ISO_8859_1));
            assertThat(new String(socket.getInputStream().readAllBytes(), ISO_8859_1))
                    .startsWith("HTTP/1.1 200 OK");
        }
    }
}
