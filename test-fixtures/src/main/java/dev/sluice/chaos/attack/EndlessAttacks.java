package dev.sluice.chaos.attack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.sluice.chaos.stage.HostileExchange;
import dev.sluice.chaos.stage.Hostility;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;

/** Responses that never end, or that end only after a very long time. */
final class EndlessAttacks {

    private static final int CHUNK = 60_000;
    private static final int LONG = 1_000_000;
    private static final long HUGE = 60L << 20;

    private EndlessAttacks() {}

    /** Sends the beginning of a response, then elements with increasing numbers. */
    static Hostility endless(String beginning, LongFunction<String> element) {
        return exchange -> {
            exchange.beginChunked();
            exchange.chunk(beginning.getBytes(ISO_8859_1));
            long n = 0;
            while (exchange.goesOn()) {
                StringBuilder part = new StringBuilder(CHUNK + 4096);
                while (part.length() < CHUNK) {
                    part.append(element.apply(n++));
                }
                exchange.chunk(part.toString().getBytes(ISO_8859_1));
            }
        };
    }

    /**
     * Sends short jobs with different sizes and accounts, so that the exporter must store far more data than the server
     * sends.
     */
    static void jobs(HostileExchange exchange) throws IOException, InterruptedException {
        endless(
                        "{\"jobs\":[{}",
                        n -> ",{\"job_id\":" + (n + 1000)
                                + ",\"job_state\":[\"PENDING\"],\"tasks\":{\"set\":true,\"number\":" + (n + 1)
                                + "},\"account\":\"a" + n + "\"}")
                .answer(exchange);
    }

    /** Sends the list that the path names, such as {@code jobs}, with an endless record or with long texts. */
    static void record(HostileExchange exchange) throws IOException, InterruptedException {
        String path = exchange.path();
        String list =
                path.substring(path.lastIndexOf('/', path.length() - 2) + 1).replace("/", "");
        if (exchange.random().nextBoolean()) {
            endless("{\"" + list + "\":[{\"name\":\"x\"", n -> ",\"member" + n % 1000 + "\":{\"set\":true}")
                    .answer(exchange);
        } else {
            String text = "x".repeat(LONG);
            endless("{\"" + list + "\":[{}", n -> ",{\"name\":\"" + n + text.substring((int) n % 2 * LONG) + "\"}")
                    .answer(exchange);
        }
    }

    /**
     * Sends an endless list of API versions. The exporter reads the versions again if slurmrestd reports that Slurm's
     * paths do not exist.
     */
    static void versions(HostileExchange exchange) throws IOException, InterruptedException {
        if (exchange.path().contains("openapi")) {
            endless(
                            "{\"openapi\":\"3.0.3\",\"paths\":{\"/slurm/v0.0.40/jobs/\":{}",
                            n -> ",\"/slurm/v0.0." + (100 + n) + "/jobs/\":{\"get\":{}}")
                    .answer(exchange);
        } else {
            exchange.answer("404 Not Found", "text/plain", "Unable to find requested URL".getBytes(ISO_8859_1));
        }
    }

    static void headers(HostileExchange exchange) throws IOException {
        exchange.write("HTTP/1.1 200 OK\r\n");
        for (long n = 0; exchange.goesOn(); n++) {
            exchange.write("X-" + n + ": " + "y".repeat(500) + "\r\n");
        }
    }

    static void provisionalAnswers(HostileExchange exchange) throws IOException {
        while (exchange.goesOn()) {
            exchange.write("HTTP/1.1 102 Processing\r\n\r\n");
        }
    }

    static void hugeText(HostileExchange exchange) throws IOException {
        huge(exchange, "{\"jobs\":[{\"job_id\":1,\"name\":\"", "x", "\"}]}");
    }

    static void hugeNumber(HostileExchange exchange) throws IOException {
        huge(exchange, "{\"jobs\":[{\"job_id\":", "7", "\"}]}");
    }

    static void hugeKey(HostileExchange exchange) throws IOException {
        huge(exchange, "{\"", "k", "\"}]}");
    }

    /** Sends the beginning of a response, then 60 MB of one letter, then the end. */
    static void huge(HostileExchange exchange, String beginning, String letter, String end) throws IOException {
        exchange.beginChunked();
        exchange.chunk(beginning.getBytes(ISO_8859_1));
        byte[] part = letter.repeat(CHUNK).getBytes(ISO_8859_1);
        for (long sent = 0; sent < HUGE && exchange.goesOn(); sent += CHUNK) {
            exchange.chunk(part);
        }
        exchange.chunk(end.getBytes(ISO_8859_1));
    }

    static void stall(HostileExchange exchange) throws InterruptedException, IOException {
        if (exchange.random().nextBoolean()) {
            exchange.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{");
        }
        while (exchange.goesOn()) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    /** Sends a complete response at 50 bytes/s. */
    static void trickle(HostileExchange exchange) throws InterruptedException, IOException {
        slowly(exchange, 1, 20);
    }

    /** Sends a complete response at 20 kB/s. */
    static void slowLink(HostileExchange exchange) throws InterruptedException, IOException {
        slowly(exchange, 2000, 100);
    }

    private static void slowly(HostileExchange exchange, int bytes, long millis)
            throws InterruptedException, IOException {
        byte[] body = exchange.upstreamBody();
        exchange.begin("200 OK", "application/json", body.length);
        for (int from = 0; from < body.length && exchange.goesOn(); from += bytes) {
            exchange.out().write(body, from, Math.min(bytes, body.length - from));
            exchange.out().flush();
            TimeUnit.MILLISECONDS.sleep(millis);
        }
    }
}
