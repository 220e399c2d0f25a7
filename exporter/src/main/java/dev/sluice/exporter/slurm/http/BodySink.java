package dev.sluice.exporter.slurm.http;

import dev.sluice.exporter.poll.FetchFailure;

/** Receives the body of a response in parts, as the parts arrive. */
public interface BodySink {

    /** Receives the target of a redirect. Called before {@link #head}. */
    default void redirect(String location) {}

    /** Receives the head of the response. */
    void head(int status, String contentType);

    /**
     * Receives the next bytes of the body; the array is reused afterwards.
     *
     * @throws FetchFailure if the exporter does not need the remaining body
     */
    void bytes(byte[] bytes, int length) throws FetchFailure;
}
