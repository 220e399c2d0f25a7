package dev.sluice.exporter.slurm.http;

import dev.sluice.exporter.poll.FetchFailure;
import java.io.IOException;
import java.io.InputStream;

/** Reads one response, on a worker thread. */
@FunctionalInterface
public interface BodyReader<R> {

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

        public boolean json() {
            return contentType.startsWith("application/json");
        }
    }
}
