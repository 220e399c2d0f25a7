package dev.sluice.simulator.rest;

import com.sun.net.httpserver.HttpExchange;
import dev.sluice.fixtures.LoopbackServer;
import java.io.IOException;

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
        if (status >= 400) {
            exchange.getResponseHeaders().set("Connection", "close");
        }
        LoopbackServer.send(exchange, status, contentType, body);
    }
}
