package dev.sluice.adapter;

import dev.sluice.common.RawConnection.Reply;
import dev.sluice.common.kubernetes.AccessSettings;
import dev.sluice.common.kubernetes.KubernetesAccess;
import dev.sluice.common.net.EventLoop;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sends requests to the API server of a kubeconfig, as the user of the kubeconfig. Returns the unchanged responses. */
final class ApiServerClient implements AutoCloseable {

    private static final int SECONDS = 60;

    private final Vertx vertx = Vertx.vertx();
    private final KubernetesClient client;

    ApiServerClient(Path kubeconfig) throws IOException {
        KubernetesAccess access =
                new KubernetesAccess(vertx, new AccessSettings.Kubeconfig(kubeconfig, ""), "sluice-test");
        EventLoop.await(access.open(), SECONDS);
        client = access.send(opened -> opened, e -> false);
    }

    Reply get(String path, List<String> headers) {
        return send(HttpMethod.GET, path, headers, "");
    }

    Reply post(String path, String body) {
        return send(HttpMethod.POST, path, List.of("Content-Type: application/json"), body);
    }

    Reply delete(String path) {
        return send(HttpMethod.DELETE, path, List.of(), "");
    }

    private Reply send(HttpMethod method, String path, List<String> headers, String body) {
        HttpRequest.Builder request = client.getHttpClient()
                .newHttpRequestBuilder()
                .uri(client.getMasterUrl().toString().replaceFirst("/$", "") + path)
                .method(method.name(), "application/json", body.isEmpty() ? null : body);
        headers.forEach(line ->
                request.setHeader(line.substring(0, line.indexOf(": ")), line.substring(line.indexOf(": ") + 2)));
        try {
            HttpResponse<String> response = client.getHttpClient()
                    .sendAsync(request.build(), String.class)
                    .get(SECONDS, TimeUnit.SECONDS);
            List<String> head = response.headers().entrySet().stream()
                    .flatMap(header -> header.getValue().stream().map(value -> header.getKey() + ": " + value))
                    .toList();
            byte[] content = String.valueOf(response.body()).getBytes(StandardCharsets.UTF_8);
            return new Reply(response.code(), head, new String(content, StandardCharsets.ISO_8859_1));
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError(method + " " + path + " got no answer", e);
        }
    }

    @Override
    public void close() {
        client.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
