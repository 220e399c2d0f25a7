package dev.sluice.lab.chaos;

import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** An HTTP client with its own timeout, like a probe or Prometheus. Trusts any certificate. */
final class Web {

    private final HttpClient client = client();

    static HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(trustingAll())
                .build();
    }

    /**
     * Returns a TLS context for connections to the adapter. The context trusts every certificate, because the adapter
     * creates its own at the start.
     */
    static SSLContext trustingAll() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new AnyCertificate()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }

    /** Extends X509ExtendedTrustManager, because Java checks host names for other trust managers. */
    private static final class AnyCertificate extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    /** Returns the body of a response with status 200; empty on failure or timeout. */
    Optional<String> get(int port, String path, Duration patience) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
        // A timeout of the request would end with the headers of the response; this one includes the body.
        CompletableFuture<HttpResponse<String>> sent = client.sendAsync(request, BodyHandlers.ofString());
        try {
            HttpResponse<String> answer = sent.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return answer.statusCode() == 200 ? Optional.of(answer.body()) : Optional.empty();
        } catch (ExecutionException | TimeoutException e) {
            sent.cancel(true);
            return Optional.empty();
        }
    }
}
