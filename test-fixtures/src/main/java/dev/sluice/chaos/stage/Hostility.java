package dev.sluice.chaos.stage;

import java.io.IOException;

/** A way to answer one request that no server should answer so. */
public interface Hostility {

    /** Writes what the client gets; the connection is closed afterwards. An exception is the client's hanging up. */
    void answer(HostileExchange exchange) throws IOException, InterruptedException;
}
