package dev.sluice.exporter.terminal;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Fetches answers over HTTP.
 *
 * @param authorization value of the Authorization header
 * @param trusted trusted certificate authorities; empty for Java's own
 */
record ApiClient(Optional<String> authorization, Optional<SSLContext> trusted) {

    private static final Duration DEADLINE = Duration.ofSeconds(10);

    HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
        HttpClient.Builder http = HttpClient.newBuilder().connectTimeout(DEADLINE);
        trusted.ifPresent(http::sslContext);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(DEADLINE);
        authorization.ifPresent(value -> request.header("Authorization", value));
        return http.build().send(request.build(), BodyHandlers.ofString());
    }
}
