package dev.sluice.chaos.stage;

import java.io.IOException;

/** A kind of wrong response to a request. */
public interface Hostility {

    /**
     * Writes the response; the proxy then closes the connection. An exception means that the client closed the
     * connection.
     */
    void answer(HostileExchange exchange) throws IOException, InterruptedException;
}
