package dev.sluice.exporter;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/**
 * Asks an installation whether it answers, as {@code helm test} does: arguments are pairs of a URL and what its answer has to
 * contain. Who starts may need a while, so each URL is asked until it answers so, for a time. An https URL is that of the
 * Kubernetes API, which is asked with the account of the pod.
 */
public final class AnswersMain {

    private static final int FINE = 0;
    private static final int FAILED = 1;
    private static final int BAD_INPUT = 2;
    private static final int OK = 200;
    private static final int SHOWN = 300;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final Duration ONE_ANSWER = Duration.ofSeconds(10);
    private static final Path SERVICE_ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    private final PrintStream out;
    private final Path account;
    private final Duration patience;
    private final Duration pause;

    /**
     * @param account folder with {@code token} and {@code ca.crt}
     * @param patience how long each URL may take until it answers as it should
     */
    AnswersMain(PrintStream out, Path account, Duration patience, Duration pause) {
        this.out = out;
        this.account = account;
        this.patience = patience;
        this.pause = pause;
    }

    public static void main(String[] arguments) {
        System.exit(new AnswersMain(System.out, SERVICE_ACCOUNT, PATIENCE, PAUSE).run(arguments));
    }

    int run(String... arguments) {
        if (arguments.length == 0 || arguments.length % 2 != 0) {
            out.println("expected pairs of a URL and what its answer has to contain");
            return BAD_INPUT;
        }
        int result = FINE;
        try {
            for (int i = 0; i < arguments.length; i += 2) {
                if (!answers(arguments[i], arguments[i + 1])) {
                    result = FAILED;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
        return result;
    }

    private boolean answers(String url, String wanted) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        Optional<String> problem = problemOf(url, wanted);
        while (problem.isPresent() && System.nanoTime() < end) {
            Thread.sleep(pause.toMillis());
            problem = problemOf(url, wanted);
        }
        out.println(problem.map(what -> "FAILED  " + url + ": " + what).orElse("answers " + url));
        return problem.isEmpty();
    }

    private Optional<String> problemOf(String url, String wanted) {
        try {
            if (!(URI.create(url).toURL().openConnection() instanceof HttpURLConnection connection)) {
                return Optional.of("not an http or https URL");
            }
            connection.setConnectTimeout((int) ONE_ANSWER.toMillis());
            connection.setReadTimeout((int) ONE_ANSWER.toMillis());
            if (connection instanceof HttpsURLConnection https) {
                https.setSSLSocketFactory(trustingTheCluster());
                https.setRequestProperty(
                        "Authorization",
                        "Bearer " + Files.readString(account.resolve("token")).strip());
            }
            int status = connection.getResponseCode();
            String body = body(connection, status);
            if (status != OK) {
                return Optional.of("HTTP " + status + " " + shortened(body));
            }
            return body.contains(wanted)
                    ? Optional.empty()
                    : Optional.of("no \"" + wanted + "\" in the answer: " + shortened(body));
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            return Optional.of(e.toString());
        }
    }

    private static String body(HttpURLConnection connection, int status) throws IOException {
        try (InputStream stream = status < HttpURLConnection.HTTP_BAD_REQUEST
                ? connection.getInputStream()
                : connection.getErrorStream()) {
            return stream == null ? "" : new String(stream.readAllBytes(), UTF_8);
        }
    }

    private static String shortened(String body) {
        return body.length() <= SHOWN ? body.strip() : body.substring(0, SHOWN).strip() + " ...";
    }

    private SSLSocketFactory trustingTheCluster() throws IOException, GeneralSecurityException {
        KeyStore authorities = KeyStore.getInstance(KeyStore.getDefaultType());
        authorities.load(null, null);
        try (InputStream file = Files.newInputStream(account.resolve("ca.crt"))) {
            int count = 0;
            for (Certificate authority : CertificateFactory.getInstance("X.509").generateCertificates(file)) {
                authorities.setCertificateEntry("ca" + count++, authority);
            }
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(authorities);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context.getSocketFactory();
    }
}
