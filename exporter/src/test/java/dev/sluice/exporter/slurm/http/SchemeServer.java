package dev.sluice.exporter.slurm.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A server that supports one scheme (http or https). Reacts to the other scheme like some real servers. */
final class SchemeServer implements AutoCloseable {

    /** The first byte of a TLS connection. */
    private static final int HANDSHAKE = 0x16;

    private static final String NOT_FOUND = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
    private static final byte[] HANDSHAKE_FAILURE = {0x15, 3, 3, 0, 2, 2, 40};

    private final ServerSocket socket = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
    private final byte[] overTls;
    private final boolean silentOverTls;
    private final byte[] overPlain;

    private SchemeServer(byte[] overTls, boolean silentOverTls, String overPlain) throws IOException {
        this.silentOverTls = silentOverTls;
        this.overTls = overTls;
        this.overPlain = overPlain.getBytes(StandardCharsets.US_ASCII);
        Thread thread = new Thread(this::serve, "scheme-server");
        thread.setDaemon(true);
        thread.start();
    }

    /** Closes the connection if a client begins with TLS. */
    static SchemeServer closingOnTls() throws IOException {
        return new SchemeServer(new byte[0], false, NOT_FOUND);
    }

    /** Waits for more data if a client begins with TLS. */
    static SchemeServer silentOnTls() throws IOException {
        return new SchemeServer(new byte[0], true, NOT_FOUND);
    }

    /** Responds to plain HTTP with status 400. Over TLS, sends an alert, because the client has no certificate. */
    static SchemeServer refusingPlainHttp() throws IOException {
        String text = "Client sent an HTTP request to an HTTPS server.\n";
        return new SchemeServer(
                HANDSHAKE_FAILURE,
                false,
                "HTTP/1.0 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: " + text.length() + "\r\n\r\n"
                        + text);
    }

    int port() {
        return socket.getLocalPort();
    }

    private void serve() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                Thread thread = new Thread(() -> answer(connection), "scheme-server-connection");
                thread.setDaemon(true);
                thread.start();
            } catch (IOException e) {
                return;
            }
        }
    }

    private void answer(Socket connection) {
        try (connection) {
            InputStream in = connection.getInputStream();
            boolean tls = in.read() == HANDSHAKE;
            // Reads the rest of the request, because a connection that is closed with unread bytes is reset.
            in.read(new byte[1 << 14]);
            if (tls && silentOverTls) {
                in.readAllBytes();
            }
            connection.getOutputStream().write(tls ? overTls : overPlain);
            connection.getOutputStream().flush();
        } catch (IOException e) {
            // The client closed the connection.
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
