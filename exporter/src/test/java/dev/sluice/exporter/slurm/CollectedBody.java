package dev.sluice.exporter.slurm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Stores the complete body. */
final class CollectedBody implements SlurmHttp.BodyReader<Void> {

    private byte[] body = {};
    private int status;

    @Override
    @SuppressWarnings("NullAway") // Void has no value.
    public Void read(SlurmHttp.Head head, InputStream stream) throws IOException {
        status = head.status();
        body = stream.readAllBytes();
        return null;
    }

    int status() {
        return status;
    }

    byte[] body() {
        return body;
    }

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}
