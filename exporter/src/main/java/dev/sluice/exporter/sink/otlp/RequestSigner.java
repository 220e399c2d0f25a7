package dev.sluice.exporter.sink.otlp;

import java.net.URI;
import java.util.Map;

/** Signs requests. Blocks where it must fetch credentials. */
@FunctionalInterface
interface RequestSigner extends AutoCloseable {

    /**
     * All headers to send: those given, and those that the signature consists of.
     *
     * @throws java.io.UncheckedIOException where there are no credentials to sign with
     */
    Map<String, String> sign(URI uri, Map<String, String> headers, byte[] body);

    @Override
    default void close() {}
}
