package dev.sluice.common;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.net.SocketFactory;
import javax.net.ssl.SSLSocket;

/**
 * One connection that sends exact header lines, including percent signs in names and repeated lines. The client never
 * opens the connection again, so an error on the connection fails the test.
 */
public class RawConnection implements AutoCloseable {

    private final Socket socket;

    /**
     * A response.
     *
     * @param head the lines before the body
     * @param content the body as text, with one character for each byte
     */
    public record Reply(int status, List<String> head, String content) {

        public byte[] body() {
            return content.getBytes(ISO_8859_1);
        }

        public String text() {
            return new String(body(), UTF_8);
        }

        /** Returns all values of a header. */
        public List<String> header(String name) {
            return head.stream()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .toList();
        }
    }

    protected RawConnection(Socket socket) {
        this.socket = socket;
    }

    /** Connects to a port of loopback; a TLS factory does not verify the name in the certificate. */
    public static RawConnection to(int port, SocketFactory factory) throws IOException {
        return new RawConnection(factory.createSocket(InetAddress.getLoopbackAddress(), port));
    }

    /** Returns the server's certificate. */
    public X509Certificate shown() throws IOException {
        return (X509Certificate) ((SSLSocket) socket).getSession().getPeerCertificates()[0];
    }

    public Reply get(String target, String... headers) throws IOException {
        return send("GET", target, headers);
    }

    /** Sends a request without a body, and reads the complete response. */
    public Reply send(String method, String target, String... headers) throws IOException {
        StringBuilder request = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n");
        Arrays.stream(headers).forEach(line -> request.append(line).append("\r\n"));
        socket.getOutputStream().write(request.append("\r\n").toString().getBytes(ISO_8859_1));
        socket.getOutputStream().flush();
        return read(method, socket.getInputStream());
    }

    private static Reply read(String method, InputStream in) throws IOException {
        var head = new ByteArrayOutputStream();
        while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the connection ended after: " + head.toString(ISO_8859_1));
            }
            head.write(next);
        }
        List<String> lines = head.toString(ISO_8859_1).lines().toList();
        Reply bare = new Reply(Integer.parseInt(lines.get(0).substring(9, 12)), lines, "");
        int length = method.equals("HEAD")
                ? 0
                : bare.header("Content-Length").stream()
                        .mapToInt(Integer::parseInt)
                        .findFirst()
                        .orElse(0);
        return new Reply(bare.status(), lines, new String(in.readNBytes(length), ISO_8859_1));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
