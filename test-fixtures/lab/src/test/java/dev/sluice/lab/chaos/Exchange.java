package dev.sluice.lab.chaos;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One request received by a {@link Proxy}, with the connection for its response. */
final class Exchange {

    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *([0-9]{1,9})\r\n");

    private static final Pattern TOKEN = Pattern.compile("(?i)\r\nX-SLURM-USER-TOKEN: *([^\r]*)");

    private final String head;
    private final int upstreamPort;
    private final Socket client;
    private final Random random;
    private final BooleanSupplier goesOn;
    private byte[] body = {};

    Exchange(String head, int upstreamPort, Socket client, Random random, BooleanSupplier goesOn) {
        this.head = head;
        this.upstreamPort = upstreamPort;
        this.client = client;
        this.random = random;
        this.goesOn = goesOn;
    }

    /** Reads the request's body, if any. */
    void readBody() throws IOException {
        Matcher length = LENGTH.matcher(head);
        body = length.find() ? client.getInputStream().readNBytes(Integer.parseInt(length.group(1))) : body;
    }

    String target() {
        String[] words = head.split(" ", 3);
        return words.length > 1 ? words[1] : "";
    }

    String path() {
        return target().replaceFirst("\\?.*", "");
    }

    /** Returns the client's token; empty if the client sent no token. */
    String token() {
        Matcher token = TOKEN.matcher(head);
        return token.find() ? token.group(1) : "";
    }

    /**
     * Returns a random generator. Each exchange has a different generator, and a seed makes all generators
     * reproducible.
     */
    Random random() {
        return random;
    }

    /** Returns true while the attack lasts. */
    boolean goesOn() {
        return goesOn.getAsBoolean() && !client.isClosed();
    }

    OutputStream out() throws IOException {
        return client.getOutputStream();
    }

    void reset() throws IOException {
        client.setSoLinger(true, 0);
    }

    void write(String text) throws IOException {
        out().write(text.getBytes(ISO_8859_1));
        out().flush();
    }

    /** Starts a chunked JSON response. */
    void beginChunked() throws IOException {
        write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
    }

    void chunk(byte[] bytes) throws IOException {
        write(Integer.toHexString(bytes.length) + "\r\n");
        out().write(bytes);
        write("\r\n");
    }

    void chunk(String text) throws IOException {
        chunk(text.getBytes(ISO_8859_1));
    }

    void endChunked() throws IOException {
        write("0\r\n\r\n");
    }

    /** Starts a response of the given length. */
    void begin(String status, String contentType, int length) throws IOException {
        write("HTTP/1.1 " + status + "\r\nContent-Type: " + contentType + "\r\nContent-Length: " + length + "\r\n\r\n");
    }

    void answer(String status, String contentType, byte[] body) throws IOException {
        begin(status, contentType, body.length);
        out().write(body);
        out().flush();
    }

    void json(byte[] body) throws IOException {
        answer("200 OK", "application/json", body);
    }

    /** Removes conditions from a request, so that the server sends all data. */
    static String unconditional(String head) {
        return head.replaceFirst("\\?update_time=[0-9]+&?", "?").replaceFirst("&update_time=[0-9]+", "");
    }

    /** Returns the body of the real server's response. */
    byte[] upstreamBody() throws IOException {
        return upstreamBody(head);
    }

    /** Returns the body of the real server's response to a request for the given target. */
    byte[] upstreamBodyOf(String target) throws IOException {
        return upstreamBody(head.replaceFirst(" \\S+ ", Matcher.quoteReplacement(" " + target + " ")));
    }

    private byte[] upstreamBody(String head) throws IOException {
        try (Socket upstream = new Socket(InetAddress.getLoopbackAddress(), upstreamPort)) {
            String alone = unconditional(head)
                    .replaceFirst("(?i)\r\nConnection: [^\r]*", "")
                    .replaceFirst("\r\n\r\n$", "\r\nConnection: close\r\n\r\n");
            upstream.getOutputStream().write(alone.getBytes(ISO_8859_1));
            upstream.getOutputStream().write(body);
            byte[] whole = upstream.getInputStream().readAllBytes();
            int end = new String(whole, ISO_8859_1).indexOf("\r\n\r\n");
            return end < 0 ? whole : Arrays.copyOfRange(whole, end + 4, whole.length);
        }
    }
}
