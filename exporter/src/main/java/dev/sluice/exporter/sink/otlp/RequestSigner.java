package dev.sluice.exporter.sink.otlp;

import java.net.URI;
import java.util.Map;

/** Signs requests. Blocks while credentials are fetched. */
@FunctionalInterface
interface RequestSigner extends AutoCloseable {

    /**
     * Returns all headers to send: the given headers and the headers of the signature.
     *
     * @throws java.io.UncheckedIOException if no credentials are available
     */
    Map<String, String> sign(URI uri, Map<String, String> headers, byte[] body);

    @Override
    default void close() {}
}
