package dev.sluice.exporter.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Objects;

/** The page for people: one static file that fetches /api/v1/status by itself. */
final class StatusPage {

    private StatusPage() {}

    static Answer load() {
        String page = read();
        // Hashes, so that a browser runs the page's own script and style and nothing that got in by other ways.
        String policy =
                "default-src 'none'; script-src %s; style-src %s; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
                        .formatted(hash(page, "script"), hash(page, "style"));
        return Answer.html(policy, Buffer.buffer(page));
    }

    private static String read() {
        try (var in = Objects.requireNonNull(StatusPage.class.getResourceAsStream("status.html"), "status.html")) {
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String hash(String page, String element) {
        String opening = "<" + element + ">";
        String content = page.substring(page.indexOf(opening) + opening.length(), page.indexOf("</" + element + ">"));
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
