package dev.sluice.exporter;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;

/** Shows in a terminal what a running exporter makes of the queue: {@code ./sluice explain}. */
public final class ExplainMain {

    private static final int FINE = 0;
    private static final int FAILED = 1;
    private static final int BAD_INPUT = 2;
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String DEFAULT = "http://127.0.0.1:8080";
    private static final String USAGE = "usage: sluice explain [URL OF THE EXPORTER'S API, " + DEFAULT + " by default]";

    private final PrintStream out;
    private final PrintStream err;

    ExplainMain(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    public static void main(String[] arguments) {
        System.exit(new ExplainMain(System.out, System.err).run(arguments));
    }

    int run(String... arguments) {
        if (arguments.length == 1 && arguments[0].equals("--help")) {
            out.println(USAGE);
            return FINE;
        }
        String url = arguments.length == 0 ? DEFAULT : arguments[0];
        if (arguments.length > 1 || !url.toLowerCase(Locale.ROOT).matches("https?://.+")) {
            err.println("expected one URL such as " + DEFAULT);
            err.println(USAGE);
            return BAD_INPUT;
        }
        try {
            return explain(URI.create(url.replaceAll("/+$", "") + "/api/v1/demand?explain=true&format=text"));
        } catch (IllegalArgumentException e) {
            err.println("not a URL: " + url);
            return BAD_INPUT;
        } catch (IOException e) {
            err.println(
                    "no exporter answers at " + url + " (" + what(e) + "); is it running, and is this its api.port?");
            return FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
    }

    private int explain(URI uri) throws IOException, InterruptedException {
        HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
        HttpRequest request = HttpRequest.newBuilder(uri).timeout(PATIENCE).build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        boolean text = response.headers()
                .firstValue("Content-Type")
                .filter(type -> type.startsWith("text/plain"))
                .isPresent();
        if (!text || (response.statusCode() != OK && response.statusCode() != UNAVAILABLE)) {
            err.println("HTTP " + response.statusCode() + " from " + uri + ": that is not the API of an exporter");
            return FAILED;
        }
        out.print(response.body());
        return response.statusCode() == OK ? FINE : FAILED;
    }

    private static String what(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
