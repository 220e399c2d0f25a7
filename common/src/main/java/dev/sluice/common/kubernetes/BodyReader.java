package dev.sluice.common.kubernetes;

/** Reads the body of a successful response as its bytes arrive. */
public interface BodyReader {

    /**
     * Receives the next bytes; the caller reuses the array.
     *
     * @throws ApiFailure to stop reading
     */
    void bytes(byte[] chunk, int length) throws ApiFailure;

    /**
     * Reports the end of the body.
     *
     * @throws ApiFailure if the body is incomplete
     */
    void end() throws ApiFailure;
}
