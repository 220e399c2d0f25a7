package dev.sluice.exporter.terminal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.sluice.common.cli.Processes;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.Duration;

/**
 * Tests an installation for {@code helm test}. Takes three arguments per URL: the URL, a string that the response must
 * contain, and a folder with {@code ca.crt} and {@code token}. The folder can be an empty string. Retries each URL a
 * limited number of times, because an installation needs some time to start.
 */
public final class AnswersMain {

    private static final int OK = 200;
    private static final int SHOWN = 300;
    private static final int ATTEMPTS = 60;
    /** Arguments per URL. */
    private static final int EACH = 3;

    private final PrintStream out;
    private final int attempts;
    private final Duration pause;

    /** @param attempts maximum number of requests until a URL returns the expected response */
    AnswersMain(PrintStream out, int attempts, Duration pause) {
        this.out = out;
        this.attempts = attempts;
        this.pause = pause;
    }

    public static void main(String[] arguments) {
        System.exit(new AnswersMain(System.out, ATTEMPTS, Duration.ofSeconds(2)).run(arguments));
    }

    int run(String... arguments) {
        if (arguments.length == 0 || arguments.length % EACH != 0) {
            out.println("expected three arguments per URL: the URL, a text that the response must"
                    + " contain, and the folder with ca.crt and token or an empty text");
            return Processes.BAD_INPUT;
        }
        boolean fine = true;
        try {
            for (int i = 0; i < arguments.length; i += EACH) {
                fine &= answers(arguments[i], arguments[i + 1], arguments[i + 2]);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Processes.FAILED;
        }
        return fine ? Processes.FINE : Processes.FAILED;
    }

    private boolean answers(String url, String wanted, String folder) throws InterruptedException {
        String problem = problem(url, wanted, folder);
        for (int attempt = 1; !problem.isEmpty() && attempt < attempts; attempt++) {
            Thread.sleep(pause.toMillis());
            problem = problem(url, wanted, folder);
        }
        out.println(problem.isEmpty() ? "answers " + url : "FAILED  " + url + ": " + problem);
        return problem.isEmpty();
    }

    /** Returns why the response is not the expected response; empty if it is. */
    private static String problem(String url, String wanted, String folder) throws InterruptedException {
        try {
            String token = content(folder, "token").strip();
            HttpResponse<String> response =
                    ApiClient.get(URI.create(url), token.isEmpty() ? "" : "Bearer " + token, content(folder, "ca.crt"));
            String body = response.body().strip();
            String shown =
                    body.length() <= SHOWN ? body : body.substring(0, SHOWN).strip() + " ...";
            if (response.statusCode() != OK) {
                return "HTTP " + response.statusCode() + " " + shown;
            }
            return body.contains(wanted) ? "" : "no \"" + wanted + "\" in the response: " + shown;
        } catch (IOException | CertificateException | IllegalArgumentException e) {
            return e.toString();
        }
    }

    private static String content(String folder, String name) throws IOException {
        Path file = Path.of(folder, name);
        return folder.isEmpty() || !Files.exists(file) ? "" : Files.readString(file, ISO_8859_1);
    }
}
