package dev.sluice.exporter.sink.otlp;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;

/**
 * What came back over the wire.
 *
 * @param status of HTTP
 * @param headers headers, and trailers of HTTP/2 with them
 * @param content the beginning of the body
 */
record Answer(int status, MultiMap headers, Buffer content) {

    byte[] body() {
        return content.getBytes();
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }
}
