package dev.sluice.adapter;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.sluice.fixtures.Capture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;

/**
 * A fake API server over TLS: objects, and reviews with rules that a test sets.
 */
final class FakeKubernetes implements AutoCloseable {

    static final String CONFIG_MAP = "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication";
    static final ObjectMapper JSON = new ObjectMapper();

    private static final Capture CAPTURE = Capture.ofKubernetes("1.36");
    private static final String TOKEN = "the-adapters-own";

    private final HttpsServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Map<String, ObjectNode> objects = new ConcurrentHashMap<>();
    private final Map<String, String> tokens = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<JsonNode> accessReviews = new CopyOnWriteArrayList<>();
    private final List<JsonNode> tokenReviews = new CopyOnWriteArrayList<>();
    private volatile Predicate<JsonNode> allowed = spec -> false;
    private volatile Trouble trouble = Trouble.NONE;

    enum Trouble {
        NONE,
        ERROR,
        /** The API server is overloaded, and tells clients to wait. */
        TOO_MANY_REQUESTS,
        /** The API server is starting. */
        UNAVAILABLE,
        GARBAGE,
        NULL,
        LARGE,
        HANGS
    }

    FakeKubernetes() throws IOException {
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(Pki.context(Pki.pem("serving-ca"), "serving")));
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    /** Returns a kubeconfig for this server. */
    String kubeconfig() {
        return """
                apiVersion: v1
                kind: Config
                current-context: test
                contexts: [{name: test, context: {cluster: here, user: adapter}}]
                clusters:
                  - name: here
                    cluster:
                      server: https://127.0.0.1:%d
                      certificate-authority-data: %s
                users: [{name: adapter, user: {token: %s}}]
                """.formatted(
                        server.getAddress().getPort(),
                        Base64.getEncoder().encodeToString(Pki.pem("serving-ca").getBytes(UTF_8)),
                        TOKEN);
    }

    /** Sets the captured ConfigMap, with the test's authorities in place of the captured authorities. */
    void trust(String proxyAuthorities, String allowedNames) {
        ObjectNode configMap = captured("auth/configmap-extension-apiserver-authentication.json");
        ((ObjectNode) configMap.get("data"))
                .put("client-ca-file", Pki.pem("cluster-ca"))
                .put("requestheader-client-ca-file", proxyAuthorities)
                .put("requestheader-allowed-names", allowedNames);
        put(CONFIG_MAP, configMap);
    }

    void put(String path, ObjectNode object) {
        objects.put(path, object);
    }

    void remove(String path) {
        objects.remove(path);
    }

    /** Sets the captured review for a token. */
    void token(String token, String capture) {
        tokens.put(token, capture);
    }

    void allow(Predicate<JsonNode> spec) {
        allowed = spec;
    }

    void trouble(Trouble now) {
        trouble = now;
    }

    /** The specs of the access reviews. */
    List<JsonNode> accessReviews() {
        return accessReviews;
    }

    /** The specs of the token reviews. */
    List<JsonNode> tokenReviews() {
        return tokenReviews;
    }

    /** Returns the number of requests with a method and a path suffix. */
    long requests(String method, String end) {
        return requests.stream()
                .filter(request -> request.startsWith(method + " ") && request.endsWith(end))
                .count();
    }

    List<String> requests() {
        return requests;
    }

    static ObjectNode captured(String path) {
        try {
            return (ObjectNode) JSON.readTree(CAPTURE.bytes(path));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        requests.add(exchange.getRequestMethod() + " " + path);
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            switch (trouble) {
                case ERROR -> reply(exchange, 500, "{\"kind\":\"Status\",\"message\":\"etcd is on holiday\"}");
                case TOO_MANY_REQUESTS -> {
                    exchange.getResponseHeaders().set("Retry-After", "1");
                    reply(exchange, 429, status("too many requests"));
                }
                case UNAVAILABLE ->
                    reply(exchange, 503, status("the server is currently unable to handle the request"));
                case GARBAGE -> reply(exchange, 200, "<html>");
                case NULL -> reply(exchange, 200, "null");
                case LARGE -> reply(exchange, 201, "{\"a\":\"" + "a".repeat(300_000) + "\"}");
                case HANGS -> closing.await();
                case NONE -> {
                    String token = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
                    if (!token.equals("Bearer " + TOKEN)) {
                        reply(exchange, 401, status("Unauthorized"));
                    } else {
                        answer(exchange, path, body.length == 0 ? JSON.createObjectNode() : JSON.readTree(body));
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(HttpExchange exchange, String path, JsonNode body) throws IOException {
        switch (exchange.getRequestMethod()) {
            case "GET" -> {
                Optional<ObjectNode> found = Optional.ofNullable(objects.get(path));
                reply(
                        exchange,
                        found.isPresent() ? 200 : 404,
                        found.map(JsonNode::toString).orElse(status("not found")));
            }
            default -> {
                if (path.endsWith("/tokenreviews")) {
                    tokenReviews.add(body.get("spec"));
                    String capture = tokens.getOrDefault(
                            body.get("spec").get("token").asText(), "auth/tokenreview-invalid.json");
                    reply(exchange, 201, captured(capture).toString());
                } else {
                    accessReviews.add(body.get("spec"));
                    reply(exchange, 201, review(body.get("spec")));
                }
            }
        }
    }

    private String review(JsonNode spec) {
        ObjectNode review = captured("auth/sar-jane-denied.json");
        review.set("spec", spec);
        ((ObjectNode) review.get("status")).put("allowed", allowed.test(spec));
        return review.toString();
    }

    private static String status(String message) {
        return "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"" + message + "\"}";
    }

    private static void reply(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
