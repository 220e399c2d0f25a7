package dev.sluice.adapter;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.Headers;
import dev.sluice.adapter.TlsClient.Reply;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Forwards requests to the target of an APIService, like the front proxy of an API server. */
final class FakeAggregator {

    private FakeAggregator() {}

    /**
     * Returns true if a registered server serves the path; false if the response is combined from the responses of
     * several servers.
     */
    static boolean aggregates(String path) {
        return path.equals("/apis")
                || path.equals("/version")
                || path.startsWith("/openapi/")
                || path.startsWith("/apis/external.metrics.k8s.io")
                || path.startsWith("/apis/custom.metrics.k8s.io");
    }

    /**
     * Returns the response of the registered server.
     *
     * @param headers headers of the request; can name a user to impersonate
     */
    static Reply forward(JsonNode apiService, JsonNode service, String target, Headers headers) {
        JsonNode to = apiService.get("spec").get("service");
        String name = to.get("name").asText() + "." + to.get("namespace").asText() + ".svc";
        String authority = new String(
                Base64.getDecoder()
                        .decode(apiService.get("spec").path("caBundle").asText("")),
                US_ASCII);
        if (!service.get("spec").get("externalName").asText().equals("localhost") || authority.isEmpty()) {
            return unavailable();
        }
        Optional<String> other = Optional.ofNullable(headers.getFirst("Impersonate-User"));
        List<String> lines = new ArrayList<>();
        lines.add("X-Remote-User: " + other.orElse("kubernetes-admin"));
        lines.add("X-Remote-Group: " + (other.isPresent() ? "system:authenticated" : "system:masters"));
        Optional.ofNullable(headers.getFirst("Accept")).ifPresent(accept -> lines.add("Accept: " + accept));
        try (TlsClient client =
                TlsClient.connect(to.get("port").asInt(), Pki.context(authority, "front-proxy"), name)) {
            return client.get(target, lines);
        } catch (IOException e) {
            return unavailable();
        }
    }

    private static Reply unavailable() {
        return new Reply(503, "", "service unavailable");
    }
}
