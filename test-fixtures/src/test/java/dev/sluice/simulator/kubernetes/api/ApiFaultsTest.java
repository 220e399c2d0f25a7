package dev.sluice.simulator.kubernetes.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.simulator.kubernetes.KubernetesCaptures;
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
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Compares the failures of the simulated API server with the responses of a real API server. */
class ApiFaultsTest {
    private static final String CONFIG_MAPS = "/api/v1/namespaces/kube-system/configmaps";
    private static final String PODS = "/api/v1/pods";
    private static final ObjectKey AUTHENTICATION =
            new ObjectKey(ResourceType.CONFIG_MAPS, "kube-system", "extension-apiserver-authentication");

    private final HttpClient client = HttpClient.newHttpClient();
    private final ObjectStore store = new ObjectStore();
    private final AtomicLong nanoTime = new AtomicLong();
    private final ApiHandler api;
    private final SimulatedApiServer server;

    ApiFaultsTest() throws Exception {
        // The version is as old as the cluster, and the server's watch cache begins after this version.
        store.apply(AUTHENTICATION, Trees.object("metadata", Trees.object("name", AUTHENTICATION.name())));
        store.apply(pod(1), Trees.object("metadata", Trees.object("name", "pod-1")));
        api = new ApiHandler(store, Duration.ofMinutes(1), nanoTime::get);
        server = SimulatedApiServer.start(store, api);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static ObjectKey pod(int number) {
        return new ObjectKey(ResourceType.PODS, "slurm", "pod-" + number);
    }

    @Test
    void aWatchFromTheVersionOfAnOldObjectGetsA410AtOnce() throws Exception {
        String version = json(CONFIG_MAPS + "/" + AUTHENTICATION.name())
                .at("/metadata/resourceVersion")
                .asText();
        assertThat(version).isEqualTo("2");
        try (BufferedReader watch = watch(CONFIG_MAPS + "?watch=1&resourceVersion=" + version)) {
            String real = KubernetesCaptures.json("watch/410-pods-rv1.jsonl").toString();
            assertThat(KubernetesCaptures.parse(watch.readLine().getBytes(StandardCharsets.UTF_8)))
                    .hasToString(real.replace("1 (1138)", "2 (3)"));
            assertThat(watch.readLine()).isNull();
        }
    }

    @Test
    void aWatchFromTheVersionOfTheListGoesOn() throws Exception {
        String version = json(CONFIG_MAPS + "?fieldSelector=metadata.name%3D" + AUTHENTICATION.name())
                .at("/metadata/resourceVersion")
                .asText();
        try (BufferedReader watch = watch(CONFIG_MAPS + "?watch=1&resourceVersion=" + version)) {
            store.update(AUTHENTICATION, body -> Trees.with(body, "data", Trees.object("key", "value")));
            assertThat(watch.readLine()).startsWith("{\"type\":\"MODIFIED\"");
        }
    }

    @Test
    void aServerMayAnswerTheSameByHttpStatus() throws Exception {
        api.faults().expiredAsStatus(true);
        refuses(PODS + "?watch=1&resourceVersion=1", 410, "errors/410-exact-rv1.json");
    }

    @Test
    void versionsOfListsAreAnsweredAsByTheRealServer() throws Exception {
        store.compact();
        refuses(PODS + "?resourceVersion=1&resourceVersionMatch=Exact", 410, "errors/410-exact-rv1.json");
        HttpResponse<byte[]> future = get(PODS + "?resourceVersion=99999999");
        assertThat(future.statusCode()).isEqualTo(504);
        assertThat(future.headers().firstValue("Retry-After")).hasValue("1");
        JsonNode real = KubernetesCaptures.json("errors/504-resource-version-too-large.json");
        assertThat(KubernetesCaptures.parse(future.body()))
                .hasToString(real.toString().replace("847", Long.toString(store.version())));
        assertThat(get(PODS + "?resourceVersion=1").statusCode()).isEqualTo(200);
    }

    @Test
    void refusesWhatARoleDoesNotAllow() throws Exception {
        api.faults().revoke("watch", ResourceType.PODS);
        api.faults().revoke("list", ResourceType.PODS);
        api.faults().revoke("list", ResourceType.NODE_SETS);
        refuses(PODS + "?watch=1", 403, "errors/403-jane-watch.json");
        refuses("/api/v1/namespaces/slurm/pods", 403, "errors/403-jane-pods-namespaced.json");
        refuses("/apis/slinky.slurm.net/v1beta1/nodesets", 403, "errors/403-jane-nodesets.json");
        api.faults().grant("list", ResourceType.PODS);
        assertThat(get(PODS).statusCode()).isEqualTo(200);
    }

    @Test
    void inItsFirstMomentsItRefusesEverything() throws Exception {
        try (BufferedReader watch = watch(PODS + "?watch=1&resourceVersion=3")) {
            awaitOpen(1);
            api.faults().restart();
            // The last chunk is missing.
            assertThatThrownBy(watch::readLine).isInstanceOf(IOException.class);
        }
        assertThat(get(PODS).statusCode()).isEqualTo(403);
        HttpResponse<byte[]> initializing = get(PODS);
        assertThat(initializing.statusCode()).isEqualTo(429);
        assertThat(initializing.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(new String(initializing.body(), StandardCharsets.UTF_8))
                .contains("storage is (re)initializing", "\"reason\":\"TooManyRequests\"");
        assertThat(get(PODS).statusCode()).isEqualTo(200);
        assertThat(get("/apis/slinky.slurm.net").statusCode()).isEqualTo(403);
        assertThat(get("/apis/slinky.slurm.net").statusCode()).isEqualTo(503);
        assertThat(get("/apis/slinky.slurm.net").statusCode()).isEqualTo(200);
    }

    @Test
    void sendsErrorsToWatches() throws Exception {
        try (BufferedReader watch = watch(PODS + "?watch=1&resourceVersion=3")) {
            awaitOpen(1);
            api.faults().failWatches(500, "InternalError", "etcdserver: no leader");
            assertThat(watch.readLine())
                    .startsWith("{\"type\":\"ERROR\"")
                    .contains("etcdserver: no leader", "\"code\":500");
            assertThat(watch.readLine()).isNull();
        }
    }

    @Test
    void watchesEndAtTheirTimeoutByTheClockOfTheTest() throws Exception {
        try (BufferedReader watch =
                watch(PODS + "?watch=1&resourceVersion=3&allowWatchBookmarks=1&timeoutSeconds=90")) {
            awaitOpen(1);
            pass(Duration.ofSeconds(61));
            assertThat(watch.readLine()).startsWith("{\"type\":\"BOOKMARK\"");
            pass(Duration.ofSeconds(30));
            assertThat(watch.readLine()).isNull();
        }
        api.faults().watchesEndAtOnce(true);
        try (BufferedReader watch = watch(PODS + "?watch=1&resourceVersion=3")) {
            assertThat(watch.readLine()).isNull();
        }
        assertThat(api.received())
                .filteredOn(line -> line.startsWith("watch " + PODS))
                .hasSize(2);
    }

    @Test
    void groupsComeAndGo() throws Exception {
        String scaledObjects = "/apis/keda.sh/v1alpha1/scaledobjects";
        assertThat(get("/apis/keda.sh").statusCode()).isEqualTo(404);
        api.install(ResourceType.SCALED_OBJECTS);
        assertThat(json("/apis").toString()).contains("keda.sh");
        assertThat(get(scaledObjects).statusCode()).isEqualTo(200);
        try (BufferedReader watch = watch(scaledObjects + "?watch=1&resourceVersion=3")) {
            awaitOpen(1);
            api.uninstall(ResourceType.SCALED_OBJECTS);
            assertThat(watch.readLine()).isNull();
        }
        assertThat(get(scaledObjects).statusCode()).isEqualTo(404);
        assertThat(json("/apis").toString()).doesNotContain("keda.sh");
    }

    private void pass(Duration time) {
        nanoTime.addAndGet(time.toNanos());
        api.tick();
    }

    private void awaitOpen(int watches) {
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(1))
                .untilAsserted(() -> assertThat(api.openWatches()).isEqualTo(watches));
    }

    private void refuses(String path, int status, String captured) throws Exception {
        HttpResponse<byte[]> answer = get(path);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(KubernetesCaptures.parse(answer.body())).isEqualTo(KubernetesCaptures.json(captured));
    }

    private JsonNode json(String path) throws Exception {
        HttpResponse<byte[]> answer = get(path);
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        return KubernetesCaptures.parse(answer.body());
    }

    private HttpResponse<byte[]> get(String path) throws Exception {
        return client.send(request(path), HttpResponse.BodyHandlers.ofByteArray());
    }

    private BufferedReader watch(String path) throws Exception {
        HttpResponse<InputStream> answer = client.send(request(path), HttpResponse.BodyHandlers.ofInputStream());
        assertThat(answer.statusCode()).isEqualTo(200);
        return new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(URI.create(server.uri() + path)).build();
    }
}
