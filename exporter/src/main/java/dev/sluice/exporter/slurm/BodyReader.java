package dev.sluice.exporter.slurm;

import dev.sluice.exporter.poll.FetchFailure;
import java.io.IOException;
import java.io.InputStream;

/** Reads one response, on a worker thread. */
@FunctionalInterface
interface BodyReader<R> {

    /**
     * Reads the body while the body arrives. The rest of the body is dropped.
     *
     * @throws FetchFailure if the response cannot be used
     * @throws IOException if the response is incomplete
     */
    R read(Head head, InputStream body) throws IOException;

    /**
     * The head of a response.
     *
     * @param contentType empty if missing
     * @param location target of a redirect; empty if missing
     */
    record Head(int status, String contentType, String location) {

        boolean json() {
            return contentType.startsWith("application/json");
        }
    }
}
