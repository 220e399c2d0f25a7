package dev.sluice.simulator.rest;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.Optional;

/** Connects the JDK's HTTP server with the pure {@link RestApi}. */
public final class HttpExchanges {
    private static final String BEARER = "Bearer ";

    private HttpExchanges() {}

    public static Request request(HttpExchange exchange) {
        Headers headers = exchange.getRequestHeaders();
        Optional<String> bearer = Optional.ofNullable(headers.getFirst("Authorization"))
                .filter(value -> value.startsWith(BEARER))
                .map(value -> value.substring(BEARER.length()));
        Optional<String> token =
                Optional.ofNullable(headers.getFirst("X-SLURM-USER-TOKEN")).or(() -> bearer);
        String query =
                Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
        return new Request(exchange.getRequestMethod(), exchange.getRequestURI().getPath(), Query.parse(query), token);
    }

    /** Sends the length and closes the connection after an error, like slurmrestd. */
    public static void send(HttpExchange exchange, Answer answer, boolean truncated) throws IOException {
        byte[] body = answer.body();
        if (answer.status() >= 400) {
            exchange.getResponseHeaders().set("Connection", "close");
        }
        if (body.length == 0) {
            exchange.sendResponseHeaders(answer.status(), -1);
            return;
        }
        exchange.getResponseHeaders().set("Content-Type", answer.contentType());
        exchange.sendResponseHeaders(answer.status(), body.length);
        exchange.getResponseBody().write(body, 0, truncated ? body.length / 2 : body.length);
        exchange.getResponseBody().flush();
    }
}
