package dev.sluice.chaos.attack;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.chaos.stage.HostileExchange;
import dev.sluice.chaos.stage.Hostility;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** What an API server, or what stands before it, may answer. */
final class KubernetesAttacks {

    private KubernetesAttacks() {}

    /** A Status of that code, on lists and on watches. */
    static Hostility status(int code, String reason) {
        return exchange -> exchange.answer(code + " " + reason, "application/json", status(code, reason, "chaos"));
    }

    private static byte[] status(int code, String reason, String message) {
        return ("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"message\":\""
                        + message + "\",\"reason\":\"" + reason + "\",\"code\":" + code + "}")
                .getBytes(UTF_8);
    }

    static boolean isWatch(HostileExchange exchange) {
        return exchange.target().contains("watch=");
    }

    /** Lists are good; each watch says at once that its version is too old. */
    static void goneEvents(HostileExchange exchange) throws IOException {
        if (isWatch(exchange)) {
            exchange.beginChunked();
            exchange.chunk(("{\"type\":\"ERROR\",\"object\":"
                            + new String(status(410, "Expired", "too old resource version"), UTF_8) + "}\n")
                    .getBytes(UTF_8));
            exchange.write("0\r\n\r\n");
        } else {
            exchange.json(exchange.upstreamBody());
        }
    }

    static void endlessList(HostileExchange exchange) throws IOException, InterruptedException {
        EndlessAttacks.endless(
                        "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"5\"},\"items\":[{}",
                        n -> ",{\"metadata\":{\"name\":\"p" + n + "\",\"namespace\":\"slurm\",\"uid\":\"" + n
                                + "\"},\"spec\":{\"nodeName\":\"n" + n + "\"},\"status\":{\"phase\":\"Running\"}}")
                .answer(exchange);
    }

    /** A page that always promises another. */
    static void endlessPages(HostileExchange exchange) throws IOException {
        exchange.json(
                ("{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"5\",\"continue\":\"again\"},"
                                + "\"items\":[]}")
                        .getBytes(UTF_8));
    }

    static void endlessWatch(HostileExchange exchange) throws IOException, InterruptedException {
        if (isWatch(exchange)) {
            EndlessAttacks.endless(
                            "",
                            n -> "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"p" + n
                                    + "\",\"namespace\":\"slurm\",\"uid\":\"" + n + "\",\"resourceVersion\":\""
                                    + (10_000 + n)
                                    + "\"},\"spec\":{},\"status\":{}}}\n")
                    .answer(exchange);
        } else {
            exchange.json(exchange.upstreamBody());
        }
    }

    static void nameless(HostileExchange exchange) throws IOException, InterruptedException {
        if (isWatch(exchange)) {
            exchange.beginChunked();
            while (exchange.goesOn()) {
                exchange.chunk(
                        "{\"type\":\"MODIFIED\",\"object\":{\"metadata\":null}}\n{\"type\":7}\n".getBytes(UTF_8));
                TimeUnit.MILLISECONDS.sleep(50);
            }
        } else {
            exchange.json(
                    "{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[{},{\"metadata\":{}},{\"metadata\":{\"name\":null}},null]}"
                            .getBytes(UTF_8));
        }
    }

    static void hugeName(HostileExchange exchange) throws IOException {
        exchange.beginChunked();
        exchange.chunk(
                "{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[{\"metadata\":{\"name\":\"".getBytes(UTF_8));
        byte[] part = "n".repeat(60_000).getBytes(UTF_8);
        for (int sent = 0; sent < 60 << 20 && exchange.goesOn(); sent += part.length) {
            exchange.chunk(part);
        }
        exchange.chunk("\"}}]}".getBytes(UTF_8));
        exchange.write("0\r\n\r\n");
    }
}
