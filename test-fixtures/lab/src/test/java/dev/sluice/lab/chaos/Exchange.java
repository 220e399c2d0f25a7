package dev.sluice.lab.chaos;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One request received by a {@link Proxy}, with the connection for its response. Bodies are ISO 8859-1 texts, so that
 * all bytes pass.
 *
 * @param server the attacked server's answer to a request, from its status line on
 * @param random a different generator for each exchange, reproducible by the seed
 * @param lasts true while the attack lasts
 */
record Exchange(String head, String body, Socket client, Server server, Random random, BooleanSupplier lasts) {

    interface Server {
        InputStream answer(String request) throws IOException;
    }

    /** Reads a request; empty if the client sends none. */
    static String[] read(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                return new String[0];
            }
            head.append((char) next);
        }
        int length = Integer.parseInt("0" + find("content-length: *([0-9]{1,8})", head.toString()));
        return new String[] {head.toString(), new String(in.readNBytes(length), ISO_8859_1)};
    }

    private static String find(String pattern, String text) {
        Matcher matcher = Pattern.compile("(?i)\r\n" + pattern).matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }

    String target() {
        return head.split(" ", 3)[1];
    }

    /** Returns true for a request to this collection of slurmrestd, such as {@code jobs}. */
    boolean asksFor(String collection) {
        return target().contains("/" + collection);
    }

    boolean isWatch() {
        return target().contains("watch=");
    }

    /** Returns the token of a client of slurmrestd; empty if the client sent no token. */
    String token() {
        return find("X-SLURM-USER-TOKEN: *([^\r]*)", head);
    }

    boolean goesOn() {
        return lasts.getAsBoolean() && !client.isClosed();
    }

    void reset() throws IOException {
        client.setSoLinger(true, 0);
    }

    void write(String text) throws IOException {
        client.getOutputStream().write(text.getBytes(ISO_8859_1));
    }

    /** Starts a chunked JSON response. */
    void beginChunked() throws IOException {
        write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
    }

    void chunk(String text) throws IOException {
        write(Integer.toHexString(text.length()) + "\r\n" + text + "\r\n");
    }

    void endChunked() throws IOException {
        write("0\r\n\r\n");
    }

    /** Starts a response of the given length. */
    void begin(String status, String contentType, int length) throws IOException {
        write("HTTP/1.1 " + status + "\r\nContent-Type: " + contentType + "\r\nContent-Length: " + length + "\r\n\r\n");
    }

    void answer(String status, String contentType, String content) throws IOException {
        begin(status, contentType, content.length());
        write(content);
    }

    void json(String content) throws IOException {
        answer("200 OK", "application/json", content);
    }

    /** Returns the body of the server's response. */
    String upstream() throws IOException {
        return upstream(target());
    }

    /** Returns the body of the server's response to a request for the given target. */
    String upstream(String target) throws IOException {
        String request = head.replaceFirst(" \\S+ ", Matcher.quoteReplacement(" " + target + " ")) + body;
        try (InputStream response = server.answer(request)) {
            String whole = new String(response.readAllBytes(), ISO_8859_1);
            return whole.substring(whole.indexOf("\r\n\r\n") + 4);
        }
    }
}
