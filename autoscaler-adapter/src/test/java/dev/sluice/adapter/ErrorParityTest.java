package dev.sluice.adapter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.adapter.TlsClient.Reply;
import dev.sluice.adapter.demand.DemandSamples;
import dev.sluice.fixtures.Capture;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that error responses equal the error responses of a real API server, including headers. */
class ErrorParityTest {

    private static final Capture CAPTURE = Capture.ofKubernetes("1.36");
    private static final String VALUES = AdapterFixture.EXTERNAL + "/namespaces/slurm/slurm_nodeset_desired_replicas";

    @RegisterExtension
    private final SecuredScene scene = new SecuredScene(DemandSamples.bytes("two-clusters.json"));

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

        assertThat(FakeKubernetes.JSON.readTree(reply.body()))
                .isEqualTo(FakeKubernetes.captured("errors/" + capture + ".json"));
        assertThat(lines(reply.head())).isEqualTo(capturedLines(capture));
    }

    private Reply send(String certificate, String method, String target) {
        try (TlsClient client = TlsClient.connect(scene.adapter.port(), Pki.context(certificate))) {
            return client.send(method, target, List.of());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the status line and the headers, except headers whose value differs in each response. */
    private static Set<String> lines(String head) {
        return head.lines()
                .map(line -> line.startsWith("HTTP/")
                        ? line.substring(0, "HTTP/1.1 400".length())
                        : line.toLowerCase(Locale.ROOT))
                .filter(line -> !line.isEmpty() && !line.matches("(audit-id|date|content-length): .*"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> capturedLines(String capture) throws IOException {
        return lines(new String(CAPTURE.bytes("errors/" + capture + ".headers"), UTF_8));
    }
}
