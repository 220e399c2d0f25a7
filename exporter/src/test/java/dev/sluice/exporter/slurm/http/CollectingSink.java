package dev.sluice.exporter.slurm.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Stores the complete body. */
final class CollectingSink implements BodySink {

    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private int status;

    @Override
    public void head(int status, String contentType, String location) {
        this.status = status;
    }

    @Override
    public void bytes(byte[] bytes, int length) {
        body.write(bytes, 0, length);
    }

    int status() {
        return status;
    }

    byte[] body() {
        return body.toByteArray();
    }

    String text() {
        return body.toString(StandardCharsets.UTF_8);
    }
}
