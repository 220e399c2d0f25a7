package dev.sluice.exporter.slurm.http;

import dev.sluice.exporter.poll.FetchFailure;

/** Receives the body of a response in parts, as the parts arrive. */
public interface BodySink {

    /**
     * Receives the head of the response.
     *
     * @param contentType empty if missing
     * @param location target of a redirect; empty if missing
     */
    void head(int status, String contentType, String location);

    /**
     * Receives the next bytes of the body; the array is reused afterwards.
     *
     * @throws FetchFailure if the exporter does not need the remaining body
     */
    void bytes(byte[] bytes, int length) throws FetchFailure;
}
