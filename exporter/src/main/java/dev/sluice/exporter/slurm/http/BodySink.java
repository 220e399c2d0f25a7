package dev.sluice.exporter.slurm.http;

import dev.sluice.exporter.poll.FetchFailure;

/** Takes an answer as it arrives. */
public interface BodySink {

    /** The target of a redirect, before its head. */
    default void redirect(String location) {}

    /** The head of the answer. */
    void head(int status, String contentType);

    /**
     * The next bytes of the body; the array is reused afterwards.
     *
     * @throws FetchFailure where the rest of the body need not be read any more
     */
    void bytes(byte[] bytes, int length) throws FetchFailure;
}
