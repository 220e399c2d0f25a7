package dev.sluice.adapter;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.sluice.fixtures.Capture;
import dev.sluice.fixtures.LoopbackServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A fake API server over TLS, with the ConfigMap that the adapter reads. */
final class FakeKubernetes implements AutoCloseable {

    private static final String CONFIG_MAP =
            "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication";
    static final ObjectMapper JSON = new ObjectMapper();

    private static final Capture CAPTURE = Capture.ofKubernetes("1.36");
    private static final String TOKEN = "the-adapters-own";

    private final HttpsServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private volatile String configMap = status("not found");
    private volatile Trouble trouble = Trouble.NONE;

    enum Trouble {
        NONE,
        ERROR,
        GARBAGE,
        NULL,
        LARGE,
        /** The kubeconfig has the authority of another API server. */
        UNTRUSTED,
        HANGS
    }

    FakeKubernetes() throws IOException {
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(Pki.context("serving")));
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
                        Base64.getEncoder()
                                .encodeToString(Pki.pem(trouble == Trouble.UNTRUSTED ? "stranger-ca" : "serving-ca")
                                        .getBytes(UTF_8)),
                        TOKEN);
    }

    /** Sets the captured ConfigMap, with the test's authorities in place of the captured authorities. */
    void trust(String proxyAuthorities, String allowedNames) {
        ObjectNode captured = captured("auth/configmap-extension-apiserver-authentication.json");
        ((ObjectNode) captured.get("data"))
                .put("client-ca-file", Pki.pem("cluster-ca"))
                .put("requestheader-client-ca-file", proxyAuthorities)
                .put("requestheader-allowed-names", allowedNames);
        configMap = captured.toString();
    }

    void trouble(Trouble now) {
        trouble = now;
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
            switch (trouble) {
                case ERROR, UNTRUSTED ->
                    reply(exchange, 500, "{\"kind\":\"Status\",\"message\":\"etcd is on holiday\"}");
                case GARBAGE -> reply(exchange, 200, "<html>");
                case NULL -> reply(exchange, 200, "null");
                case LARGE -> reply(exchange, 200, "{\"a\":\"" + "a".repeat(300_000) + "\"}");
                case HANGS -> closing.await();
                case NONE -> {
                    String token = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
                    boolean known = token.equals("Bearer " + TOKEN);
                    int status = !known ? 401 : path.equals(CONFIG_MAP) ? 200 : 404;
                    reply(exchange, status, status == 200 ? configMap : status("refused"));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String status(String message) {
        return "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"" + message + "\"}";
    }

    private static void reply(HttpExchange exchange, int status, String body) throws IOException {
        LoopbackServer.send(exchange, status, "application/json", body);
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
