package dev.sluice.simulator.rest;

import java.nio.charset.StandardCharsets;

/** An HTTP response. An empty body means that the response has no body. */
public final class Answer {
    private final int status;
    private final String contentType;
    private final byte[] body;

    private Answer(int status, String contentType, byte[] body) {
        this.status = status;
        this.contentType = contentType;
        this.body = body;
    }

    static Answer json(int status, byte[] body) {
        return new Answer(status, "application/json", body);
    }

    static Answer text(int status, String text) {
        return new Answer(status, "text/plain", text.getBytes(StandardCharsets.UTF_8));
    }

    static Answer html(String page) {
        return new Answer(200, "text/html; charset=utf-8", page.getBytes(StandardCharsets.UTF_8));
    }

    static Answer notModified() {
        return new Answer(304, "", new byte[0]);
    }

    int status() {
        return status;
    }

    String contentType() {
        return contentType;
    }

    public byte[] body() {
        return body;
    }
}
