package dev.sluice.adapter;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** A TLS connection that sends exact header lines, including percent signs in names and repeated lines. */
final class TlsClient implements AutoCloseable {

    private final SSLSocket socket;

    /** The status, the head and the body of a response. */
    record Reply(int status, String head, String body) {}

    private TlsClient(SSLSocket socket) {
        this.socket = socket;
    }

    /** Connects to loopback, and does not verify the name in the certificate. */
    static TlsClient connect(int port, SSLContext context) throws IOException {
        return new TlsClient(
                (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port));
    }

    /** Connects to a server whose certificate must have the given name. */
    static TlsClient connect(int port, SSLContext context, String name) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory()
                .createSocket(new Socket(InetAddress.getLoopbackAddress(), port), name, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return new TlsClient(socket);
    }

    /** Sends one request on a new connection. */
    static Reply get(int port, SSLContext context, String target, List<String> headers) {
        try (TlsClient client = connect(port, context)) {
            return client.get(target, headers);
        } catch (IOException e) {
            throw new AssertionError("GET " + target + " got no answer", e);
        }
    }

    Reply get(String target, List<String> headers) throws IOException {
        return send("GET", target, headers);
    }

    Reply send(String method, String target, List<String> headers) throws IOException {
        StringBuilder request = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: adapter\r\n");
        headers.forEach(line -> request.append(line).append("\r\n"));
        socket.getOutputStream().write(request.append("\r\n").toString().getBytes(ISO_8859_1));
        socket.getOutputStream().flush();
        return read(socket.getInputStream());
    }

    private static Reply read(InputStream in) throws IOException {
        var head = new ByteArrayOutputStream();
        while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the connection ended after: " + head.toString(ISO_8859_1));
            }
            head.write(next);
        }
        String text = head.toString(ISO_8859_1);
        int length = text.lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
                .mapToInt(line ->
                        Integer.parseInt(line.substring(line.indexOf(':') + 1).strip()))
                .findFirst()
                .orElse(0);
        byte[] body = in.readNBytes(length);
        return new Reply(Integer.parseInt(text.substring(9, 12)), text, new String(body, UTF_8));
    }

    SSLSocket socket() {
        return socket;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
