package dev.sluice.adapter;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.adapter.TlsClient.Reply;
import dev.sluice.adapter.config.KubernetesSettings;
import dev.sluice.adapter.kubernetes.KubernetesAccess;
import dev.sluice.adapter.kubernetes.KubernetesAccess.Secret;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** Talks to the API server of a kubeconfig as its user, and gives answers as they are. */
final class ApiServerClient implements AutoCloseable {

    private static final int SECONDS = 60;

    private final Vertx vertx = Vertx.vertx();
    private final HttpClient client = vertx.createHttpClient();
    private final KubernetesAccess access;

    ApiServerClient(Path kubeconfig) throws IOException {
        access = KubernetesAccess.open(new KubernetesSettings.Kubeconfig(kubeconfig));
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
                .setHost(access.serverName().orElse(access.host()))
                .setPort(access.port())
                .setServer(SocketAddress.inetSocketAddress(access.port(), access.host()))
                .setSsl(access.tls())
                .setURI(access.path() + path);
        headers.forEach(line ->
                options.addHeader(line.substring(0, line.indexOf(": ")), line.substring(line.indexOf(": ") + 2)));
        access.token()
                .ifPresent(token -> options.putHeader(
                        "Authorization", "Bearer " + text(token).strip()));
        if (access.tls()) {
            options.setSslOptions(tls());
        }
        Future<Reply> reply = client.request(options)
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

    private ClientSSLOptions tls() {
        ClientSSLOptions options = new ClientSSLOptions()
                .setHostnameVerificationAlgorithm(access.verify() ? "HTTPS" : "")
                .setTrustAll(!access.verify());
        Optional<Secret> authority = access.authority().filter(unused -> access.verify());
        authority.ifPresent(
                pem -> options.setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(text(pem)))));
        access.certificate()
                .ifPresent(pair -> options.setKeyCertOptions(new PemKeyCertOptions()
                        .addCertValue(Buffer.buffer(text(pair.certificate())))
                        .addKeyValue(Buffer.buffer(text(pair.key())))));
        return options;
    }

    private static String text(Secret secret) {
        if (secret instanceof Secret.Fixed fixed) {
            return fixed.text();
        }
        try {
            return Files.readString(((Secret.InFile) secret).file());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
