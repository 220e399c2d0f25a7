package dev.sluice.common.kubernetes;

/** Reads the body of a good answer as its bytes arrive. */
public interface BodyReader {

    /**
     * The next bytes; the array is used again afterwards.
     *
     * @throws ApiFailure where the rest need not be read
     */
    void bytes(byte[] chunk, int length) throws ApiFailure;

    /**
     * The body has ended.
     *
     * @throws ApiFailure where it is not whole
     */
    void end() throws ApiFailure;
}
