package dev.sluice.simulator.kubernetes.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.simulator.Captures;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the server with objects that the test puts into the server's store. */
class SimulatedApiServerTest {
    private static final String PODS = "/api/v1/namespaces/slurm/pods";
    private static final String NODE_SETS = "/apis/slinky.slurm.net/v1beta1/namespaces/slurm/nodesets";

    private final HttpClient client = HttpClient.newHttpClient();
    private final ObjectStore store = new ObjectStore();
    private final SimulatedApiServer server;

    SimulatedApiServerTest() throws Exception {
        server = new SimulatedApiServer(store, Duration.ofMillis(50));
        for (int i = 1; i <= 5; i++) {
            put(i, "gpu");
        }
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void put(int number, String tier) {
        ObjectNode labels = Trees.object("tier", tier);
        ObjectNode metadata = Trees.object("name", "pod-" + number, "namespace", "slurm", "labels", labels);
        store.apply(ResourceType.PODS, Trees.object("metadata", metadata));
    }

    private void delete(int number) {
        store.delete(ResourceType.PODS, "slurm", "pod-" + number);
    }

    @Test
    void discoversAsTheRealServerDoes() throws Exception {
        JsonNode real = Captures.kubernetes("discovery/apis-slinky.json");
        assertThat(json("/apis").at("/groups/2")).isEqualTo(((ObjectNode) real).without(List.of("kind", "apiVersion")));
    }

    @ParameterizedTest
    @CsvSource({
        "/apis/keda.sh",
        "/apis/sunk.coreweave.com",
        "/apis/slurm.nebius.ai/v1alpha1/nodesets",
        "/apis/slinky.slurm.net/v1alpha1/nodesets",
        "/api/v1/nosuchthings"
    })
    void whatItDoesNotKnowIsPlainText404(String path) throws Exception {
        HttpResponse<byte[]> answer = get(path);
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/plain; charset=utf-8");
        assertThat(new String(answer.body(), StandardCharsets.UTF_8)).isEqualTo("404 page not found\n");
    }

    @Test
    void anObjectThatIsNotThereIsAStatus() throws Exception {
        refuses(NODE_SETS + "/no-such", 404, "errors/404-no-such-object.json");
    }

    private void refuses(String path, int status, String captured) throws Exception {
        HttpResponse<byte[]> answer = get(path);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(Captures.parse(answer.body())).isEqualTo(Captures.kubernetes(captured));
    }

    @Test
    void sendsOnePageAfterTheOther() throws Exception {
        JsonNode first = json(PODS + "?limit=2");
        assertThat(podNames(first)).containsExactly("pod-1", "pod-2");
        delete(3);
        JsonNode second = json(PODS + "?limit=2&continue="
                + first.at("/metadata/continue").asText().replace(" ", "%20"));
        assertThat(podNames(second)).containsExactly("pod-4", "pod-5");
        assertThat(second.at("/metadata").has("continue")).isFalse();
        // A watch from this version reports the changes between the pages.
        assertThat(second.at("/metadata/resourceVersion")).isEqualTo(first.at("/metadata/resourceVersion"));
    }

    @ParameterizedTest
    @CsvSource({
        "labelSelector=tier%3Dgpu, 5",
        "labelSelector=tier!%3Dgpu%2Cother, 0",
        "labelSelector=tier, 5",
        "fieldSelector=metadata.name!%3Dpod-1%2Cspec.nodeName%3D, 4"
    })
    void selectsByLabelAndField(String selector, int pods) throws Exception {
        assertThat(podNames(json(PODS + "?" + selector))).hasSize(pods);
        assertThat(get(PODS + "?labelSelector=a%20in").statusCode()).isEqualTo(400);
    }

    @Test
    void aWatchGoesOnFromTheVersionOfTheListAndSendsBookmarks() throws Exception {
        String version = json(PODS).at("/metadata/resourceVersion").asText();
        try (Lines watch = watch("labelSelector=tier%3Dgpu&allowWatchBookmarks=true&resourceVersion=" + version)) {
            put(6, "gpu");
            put(6, "cpu");
            put(7, "cpu");
            put(7, "gpu");
            delete(1);
            assertThat(watch.event()).isEqualTo("ADDED pod-6 gpu");
            // The object lost the label, and the event shows the previous state of the object.
            assertThat(watch.event()).isEqualTo("DELETED pod-6 gpu");
            assertThat(watch.event()).isEqualTo("ADDED pod-7 gpu");
            assertThat(watch.event()).isEqualTo("DELETED pod-1 gpu");
            JsonNode bookmark = watch.bookmark();
            assertThat(bookmark.at("/object/metadata/resourceVersion").asLong()).isEqualTo(store.version());
            assertThat(bookmark.at("/object/spec/containers").isNull()).isTrue();
        }
    }

    @Test
    void aWatchThatIsBehindTheCompactionGetsA410() throws Exception {
        // The five pods have the versions 2 to 6.
        store.forget();
        try (Lines watch = watch("resourceVersion=5")) {
            JsonNode event = watch.next();
            String real = Captures.kubernetes("watch/410-pods-rv1.jsonl").toString();
            assertThat(event.toString()).isEqualTo(real.replace("1 (1138)", "5 (6)"));
            assertThat(watch.ended()).isTrue();
        }
    }

    private static List<String> podNames(JsonNode list) {
        List<String> names = new ArrayList<>();
        list.get("items").forEach(item -> names.add(item.at("/metadata/name").asText()));
        return names;
    }

    private JsonNode json(String path) throws Exception {
        HttpResponse<byte[]> answer = get(path);
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        return Captures.parse(answer.body());
    }

    private HttpResponse<byte[]> get(String path) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(server.uri() + path)).build();
        return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    private Lines watch(String query) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.uri() + PODS + "?watch=1&" + query))
                .build();
        HttpResponse<InputStream> answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        assertThat(answer.statusCode()).isEqualTo(200);
        return new Lines(new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8)));
    }

    /** The events of a watch, one after the other. */
    private record Lines(BufferedReader reader) implements AutoCloseable {
        JsonNode next() throws Exception {
            String line = String.valueOf(reader.readLine());
            return Captures.parse(line.getBytes(StandardCharsets.UTF_8));
        }

        /** Returns the type, name and label of the next event that is not a bookmark. */
        String event() throws Exception {
            JsonNode event = next();
            while (event.get("type").asText().equals("BOOKMARK")) {
                event = next();
            }
            return event.get("type").asText() + " "
                    + event.at("/object/metadata/name").asText() + " "
                    + event.at("/object/metadata/labels/tier").asText();
        }

        JsonNode bookmark() throws Exception {
            JsonNode event = next();
            assertThat(event.get("type").asText()).isEqualTo("BOOKMARK");
            return event;
        }

        boolean ended() throws Exception {
            return reader.readLine() == null;
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
