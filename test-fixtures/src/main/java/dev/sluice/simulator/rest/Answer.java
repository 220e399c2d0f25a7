package dev.sluice.simulator.rest;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** An HTTP response. An empty body means that the response has no body. */
public record Answer(int status, String contentType, String body) {

    static Answer json(int status, String body) {
        return new Answer(status, "application/json", body);
    }

    static Answer text(int status, String text) {
        return new Answer(status, "text/plain", text);
    }

    /** Sends the length and closes the connection after an error, like slurmrestd. */
    public void send(HttpExchange exchange) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        if (status >= 400) {
            exchange.getResponseHeaders().set("Connection", "close");
        }
        if (bytes.length == 0) {
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        exchange.getResponseHeaders().set("Content-Type", contentType);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
