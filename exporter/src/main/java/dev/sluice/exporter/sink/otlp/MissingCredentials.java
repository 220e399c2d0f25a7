package dev.sluice.exporter.sink.otlp;

import java.io.IOException;
import java.io.Serial;

/** There is nothing to identify ourselves with. */
final class MissingCredentials extends IOException {

    @Serial
    private static final long serialVersionUID = 1;

    MissingCredentials(String message, Throwable cause) {
        super(message, cause);
    }
}
