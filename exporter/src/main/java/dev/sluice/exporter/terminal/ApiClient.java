package dev.sluice.exporter.terminal;

import dev.sluice.common.tls.Pem;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.cert.CertificateException;
import java.time.Duration;

/** Fetches answers over HTTP. */
final class ApiClient {

    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private ApiClient() {}

    /**
     * Requests a URL.
     *
     * @param authorization value of the Authorization header; empty for none
     * @param authorities trusted certificate authorities (PEM); empty for Java's own
     */
    static HttpResponse<String> get(URI uri, String authorization, String authorities)
            throws IOException, InterruptedException, CertificateException {
        HttpClient.Builder http = HttpClient.newBuilder().connectTimeout(DEADLINE);
        if (!authorities.isEmpty()) {
            http.sslContext(Pem.trusting(authorities));
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(DEADLINE);
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        return http.build().send(request.build(), BodyHandlers.ofString());
    }
}
