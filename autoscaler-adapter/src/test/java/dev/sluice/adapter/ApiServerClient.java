package dev.sluice.adapter;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.adapter.TlsClient.Reply;
import dev.sluice.common.kubernetes.AccessSettings;
import dev.sluice.common.kubernetes.ApiAddress;
import dev.sluice.common.kubernetes.CredentialReader;
import dev.sluice.common.kubernetes.KubernetesAccess;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** Sends requests to the API server of a kubeconfig, as the user of the kubeconfig. Returns the unchanged responses. */
final class ApiServerClient implements AutoCloseable {

    private static final int SECONDS = 60;

    private final Vertx vertx = Vertx.vertx();
    private final HttpClient client = vertx.createHttpClient();
    private final ApiAddress address;
    private final CredentialReader credentials;

    ApiServerClient(Path kubeconfig) throws IOException {
        KubernetesAccess access = KubernetesAccess.open(new AccessSettings.Kubeconfig(kubeconfig, ""));
        address = access.address();
        credentials = new CredentialReader(vertx, access);
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
        RequestOptions options = new RequestOptions()
                .setMethod(method)
                .setHost(address.serverName().orElse(address.host()))
                .setPort(address.port())
                .setServer(SocketAddress.inetSocketAddress(address.port(), address.host()))
                .setSsl(address.tls())
                .setURI(address.path() + path);
        headers.forEach(line ->
                options.addHeader(line.substring(0, line.indexOf(": ")), line.substring(line.indexOf(": ") + 2)));
        Future<Reply> reply = credentials
                .current()
                .compose(credential -> {
                    credential.token().ifPresent(token -> options.putHeader("Authorization", "Bearer " + token));
                    return client.request(options.setSslOptions(credential.tls()));
                })
                .compose(request -> request.send(Buffer.buffer(body)))
                .compose(response -> response.body()
                        .map(content -> new Reply(response.statusCode(), head(response), content.toString(UTF_8))));
        try {
            return reply.toCompletionStage().toCompletableFuture().get(SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError(method + " " + path + " got no answer", e);
        }
    }

    private static String head(HttpClientResponse response) {
        return response.headers().entries().stream()
                .map(line -> line.getKey() + ": " + line.getValue() + "\r\n")
                .collect(Collectors.joining());
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
