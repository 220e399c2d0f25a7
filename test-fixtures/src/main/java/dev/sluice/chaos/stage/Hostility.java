package dev.sluice.chaos.stage;

import java.io.IOException;

/** A wrong way to answer a request. */
public interface Hostility {

    /** Writes the answer; the proxy then closes the connection. An exception means that the client has hung up. */
    void answer(HostileExchange exchange) throws IOException, InterruptedException;
}
