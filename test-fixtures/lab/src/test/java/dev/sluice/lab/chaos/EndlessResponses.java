package dev.sluice.lab.chaos;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.sluice.lab.chaos.Attack.Response;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;

/** Responses that never end, or that end only after a very long time. */
final class EndlessResponses {

    private static final int CHUNK = 60_000;
    private static final int LONG = 1_000_000;
    private static final long HUGE = 60L << 20;

    static final Response ERRORS = endless(
            "{\"errors\":[{\"description\":\"x\"}",
            n -> ",{\"description\":\"error " + n + "\",\"error_number\":" + n + "}");

    /**
     * Sends short jobs with different sizes and accounts, so that the exporter must store far more data than the server
     * sends.
     */
    static final Response JOBS = endless(
            "{\"jobs\":[{}",
            n -> ",{\"job_id\":" + (n + 1000) + ",\"job_state\":[\"PENDING\"],\"tasks\":{\"set\":true,\"number\":"
                    + (n + 1) + "},\"account\":\"a" + n + "\"}");

    private EndlessResponses() {}

    /** Sends the beginning of a response, then elements with increasing numbers. */
    static Response endless(String beginning, LongFunction<String> element) {
        return exchange -> {
            exchange.beginChunked();
            exchange.chunk(beginning);
            long n = 0;
            while (exchange.goesOn()) {
                StringBuilder part = new StringBuilder(CHUNK + 4096);
                while (part.length() < CHUNK) {
                    part.append(element.apply(n++));
                }
                exchange.chunk(part.toString());
            }
        };
    }

    /** Sends the list that the path names, such as {@code jobs}, with an endless record or with long texts. */
    static void record(Exchange exchange) throws IOException, InterruptedException {
        String list = exchange.path().replaceFirst("/$", "").replaceFirst(".*/", "");
        String text = "x".repeat(LONG);
        Response response = exchange.random().nextBoolean()
                ? endless("{\"" + list + "\":[{\"name\":\"x\"", n -> ",\"member" + n % 1000 + "\":{\"set\":true}")
                : endless(
                        "{\"" + list + "\":[{}", n -> ",{\"name\":\"" + n + text.substring((int) n % 2 * LONG) + "\"}");
        response.answer(exchange);
    }

    /**
     * Sends an endless list of API versions. The exporter reads the versions again if slurmrestd reports that Slurm's
     * paths do not exist.
     */
    static void versions(Exchange exchange) throws IOException, InterruptedException {
        if (exchange.path().contains("openapi")) {
            endless(
                            "{\"openapi\":\"3.0.3\",\"paths\":{\"/slurm/v0.0.40/jobs/\":{}",
                            n -> ",\"/slurm/v0.0." + (100 + n) + "/jobs/\":{\"get\":{}}")
                    .answer(exchange);
        } else {
            exchange.answer("404 Not Found", "text/plain", "Unable to find requested URL".getBytes(ISO_8859_1));
        }
    }

    static void headers(Exchange exchange) throws IOException {
        exchange.write("HTTP/1.1 200 OK\r\n");
        for (long n = 0; exchange.goesOn(); n++) {
            exchange.write("X-" + n + ": " + "y".repeat(500) + "\r\n");
        }
    }

    static void provisionalAnswers(Exchange exchange) throws IOException {
        while (exchange.goesOn()) {
            exchange.write("HTTP/1.1 102 Processing\r\n\r\n");
        }
    }

    /** Sends the beginning of a response, then 60 MB of one letter, then the end. */
    static Response huge(String beginning, String letter) {
        return exchange -> {
            exchange.beginChunked();
            exchange.chunk(beginning);
            String part = letter.repeat(CHUNK);
            for (long sent = 0; sent < HUGE && exchange.goesOn(); sent += CHUNK) {
                exchange.chunk(part);
            }
            exchange.chunk("\"}]}");
            exchange.endChunked();
        };
    }

    static void stall(Exchange exchange) throws InterruptedException, IOException {
        if (exchange.random().nextBoolean()) {
            exchange.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{");
        }
        while (exchange.goesOn()) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    /** Sends a complete response, some bytes after each pause. */
    static Response slowly(int bytes, long pauseMillis) {
        return exchange -> {
            byte[] body = exchange.upstreamBody();
            exchange.begin("200 OK", "application/json", body.length);
            for (int from = 0; from < body.length && exchange.goesOn(); from += bytes) {
                exchange.out().write(body, from, Math.min(bytes, body.length - from));
                exchange.out().flush();
                TimeUnit.MILLISECONDS.sleep(pauseMillis);
            }
        };
    }
}
