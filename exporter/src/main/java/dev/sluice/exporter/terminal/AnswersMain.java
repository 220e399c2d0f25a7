package dev.sluice.exporter.terminal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.sluice.common.cli.Processes;
import dev.sluice.common.tls.TrustedAuthorities;
import dev.sluice.exporter.poll.Time;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Tests an installation for {@code helm test}. Takes three arguments per URL: the URL, a string that the response must
 * contain, and a folder with {@code ca.crt} and {@code token}. The folder can be an empty string. Retries each URL for
 * a limited time, because an installation needs some time to start.
 */
public final class AnswersMain {

    private static final int OK = 200;
    private static final int SHOWN = 300;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofSeconds(2);
    /** Arguments per URL. */
    private static final int EACH = 3;

    private final PrintStream out;
    private final LongSupplier nanoTime;
    private final Duration patience;
    private final Duration pause;

    /** One URL, and the string that the response must contain; {@code folder} can be empty. */
    private record Question(String url, String wanted, String folder) {

        Optional<Path> file(String name) {
            return Optional.of(folder)
                    .filter(text -> !text.isEmpty())
                    .map(text -> Path.of(text, name))
                    .filter(Files::exists);
        }
    }

    /**
     * @param nanoTime as {@link System#nanoTime()}
     * @param patience maximum time until a URL returns the expected response
     */
    AnswersMain(PrintStream out, LongSupplier nanoTime, Duration patience, Duration pause) {
        this.out = out;
        this.nanoTime = nanoTime;
        this.patience = patience;
        this.pause = pause;
    }

    public static void main(String[] arguments) {
        System.exit(new AnswersMain(System.out, Time.system().nanoTime(), PATIENCE, PAUSE).run(arguments));
    }

    int run(String... arguments) {
        if (arguments.length == 0 || arguments.length % EACH != 0) {
            out.println("expected three arguments per URL: the URL, a text that the response must"
                    + " contain, and the folder with ca.crt and token or an empty text");
            return Processes.BAD_INPUT;
        }
        int result = Processes.FINE;
        try {
            for (int i = 0; i < arguments.length; i += EACH) {
                if (!answers(new Question(arguments[i], arguments[i + 1], arguments[i + 2]))) {
                    result = Processes.FAILED;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Processes.FAILED;
        }
        return result;
    }

    private boolean answers(Question question) throws InterruptedException {
        long end = nanoTime.getAsLong() + patience.toNanos();
        Optional<String> problem = problemOf(question);
        while (problem.isPresent() && nanoTime.getAsLong() - end < 0) {
            Thread.sleep(pause.toMillis());
            problem = problemOf(question);
        }
        out.println(
                problem.map(what -> "FAILED  " + question.url() + ": " + what).orElse("answers " + question.url()));
        return problem.isEmpty();
    }

    private static Optional<String> problemOf(Question question) throws InterruptedException {
        try {
            Optional<Path> authority = question.file("ca.crt");
            Optional<Path> token = question.file("token");
            ApiClient client = new ApiClient(
                    token.isEmpty()
                            ? Optional.empty()
                            : Optional.of(
                                    "Bearer " + Files.readString(token.get()).strip()),
                    authority.isEmpty()
                            ? Optional.empty()
                            : Optional.of(TrustedAuthorities.context(Files.readString(authority.get(), ISO_8859_1))));
            HttpResponse<String> response = client.get(URI.create(question.url()));
            if (response.statusCode() != OK) {
                return Optional.of("HTTP " + response.statusCode() + " " + shortened(response.body()));
            }
            return response.body().contains(question.wanted())
                    ? Optional.empty()
                    : Optional.of("no \"" + question.wanted() + "\" in the response: " + shortened(response.body()));
        } catch (IOException | CertificateException | IllegalArgumentException e) {
            return Optional.of(e.toString());
        }
    }

    private static String shortened(String body) {
        return body.length() <= SHOWN ? body.strip() : body.substring(0, SHOWN).strip() + " ...";
    }
}
