package dev.sluice.exporter.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.sluice.common.kubernetes.KubernetesAccess;
import dev.sluice.exporter.model.FailureKind;
import io.fabric8.kubernetes.client.http.HttpClient;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Reads from the API server with the connections and credentials of fabric8's client. The responses are streams, so
 * that no list is in memory completely. fabric8's own watch does not report the status of a refused watch.
 */
final class KubernetesApi {

    static final JsonMapper JSON = new JsonMapper();

    private static final int OK = 200;

    private final KubernetesAccess access;
    private final Waits waits;
    private final WatchTuning tuning;
    private Set<String> versions = Set.of();
    private long readAt;

    KubernetesApi(KubernetesAccess access, Waits waits, WatchTuning tuning) {
        this.access = access;
        this.waits = waits;
        this.tuning = tuning;
    }

    /**
     * Requests objects.
     *
     * @param head maximum time until the head of the response
     * @param silence maximum time without data after the head
     */
    BodyStream get(String verb, Resource resource, Map<String, String> query, Duration head, Duration silence)
            throws IOException {
        return access.send(
                client -> {
                    HttpClient http = client.getHttpClient();
                    BodyStream body = new BodyStream(
                            http,
                            http.newHttpRequestBuilder()
                                    .uri(client.getMasterUrl() + resource.path(query))
                                    .header("Accept", "application/json")
                                    // Closes the connection. The timeout ends with the head.
                                    .timeout(head.toMillis() * 2, TimeUnit.MILLISECONDS)
                                    .forStreaming()
                                    .build(),
                            waits,
                            head,
                            silence);
                    if (body.response().code() != OK) {
                        throw refusal(verb, resource, body);
                    }
                    String type = body.response().header("Content-Type");
                    if (type == null || !type.startsWith("application/json")) {
                        body.close();
                        throw ApiFailure.notJson();
                    }
                    return body;
                },
                e -> e instanceof ApiFailure failure && failure.is(ApiFailure.UNAUTHORIZED));
    }

    /**
     * Returns the best supported version; empty if the group is not installed.
     *
     * @throws ApiFailure if the group has only unsupported versions
     */
    Optional<String> bestVersion(String group, List<String> supported) throws IOException {
        String prefix = group + "/";
        List<String> offered = offered().stream()
                .filter(version -> version.startsWith(prefix))
                .map(version -> version.substring(prefix.length()))
                .sorted()
                .toList();
        Optional<String> best = supported.stream().filter(offered::contains).findFirst();
        if (best.isEmpty() && !offered.isEmpty()) {
            throw new ApiFailure(
                    FailureKind.UNEXPECTED_STATUS,
                    "the API server offers " + group + " in " + String.join(", ", offered) + "; Sluice reads "
                            + String.join(", ", supported));
        }
        return best;
    }

    /**
     * Returns groups and versions, such as {@code slinky.slurm.net/v1beta1}. Watches that need the groups at about the
     * same time share one request.
     */
    private synchronized Set<String> offered() throws IOException {
        if (versions.isEmpty() || waits.nanoTime() - readAt >= tuning.recheck().toNanos() / 2) {
            try (BodyStream body = get("get", Resource.GROUPS, Map.of(), tuning.head(), tuning.head())) {
                versions = KubeObject.of(JSON.readTree(body)).elements("groups").stream()
                        .flatMap(group -> group.elements("versions").stream())
                        .map(version -> version.exact("groupVersion"))
                        .filter(version -> !version.isEmpty())
                        .collect(Collectors.toSet());
            }
            readAt = waits.nanoTime();
        }
        // Every API server has a group, so a response without groups does not prove that a group is missing.
        if (versions.isEmpty()) {
            throw new ApiFailure(FailureKind.UNDECODABLE, "the response to /apis names no API group");
        }
        return versions;
    }

    /** Returns the failure with the server's message, if the body is readable. */
    private static ApiFailure refusal(String verb, Resource resource, BodyStream body) throws IOException {
        JsonNode answer = MissingNode.getInstance();
        String pause = body.response().header("Retry-After");
        try (body) {
            answer = JSON.readTree(body);
        } catch (InterruptedIOException e) {
            throw e;
        } catch (IOException e) {
            // The status is the reason.
        }
        JsonNode asked = answer.path("details").path("retryAfterSeconds");
        return ApiFailure.refused(
                body.response().code(),
                verb,
                resource,
                answer.path("message").asText(),
                pause == null ? asked.asText() : pause);
    }
}
