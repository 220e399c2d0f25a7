package dev.sluice.exporter.sink.otlp;

import java.io.IOException;
import java.net.URI;
import java.util.Map;

/** Signs requests. Blocks where it must fetch credentials. */
interface RequestSigner extends AutoCloseable {

    /**
     * All headers to send: those given, and those that the signature consists of.
     *
     * @throws IOException where there is nothing to sign with
     */
    Map<String, String> sign(URI uri, Map<String, String> headers, byte[] body) throws IOException;

    @Override
    void close();

    /** Signs nothing. */
    static RequestSigner none() {
        return new RequestSigner() {

            @Override
            public Map<String, String> sign(URI uri, Map<String, String> headers, byte[] body) {
                return headers;
            }

            @Override
            public void close() {
                // Holds nothing.
            }
        };
    }
}
