package dev.sluice.lab.chaos;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;

/** The attacks of hostile clients. Each attack stops after some seconds. */
final class ClientAttacks {

    private static final int MILLIS = 2000;
    /** A small buffer, so that the server's responses fill it soon. */
    private static final int RECEIVE_BUFFER = 4096;

    /**
     * Headers in HPACK literals: POST http, path /externalscaler.ExternalScaler/StreamIsActive, authority keda,
     * content-type application/grpc, te trailers.
     */
    private static final byte[] KEDA_HEADERS = HexFormat.of()
            .parseHex("8386042d2f65787465726e616c7363616c65722e45787465726e616c5363616c65722f53747265616d49734163"
                    + "7469766501046b6564610f10106170706c69636174696f6e2f677270630002746508747261696c657273");
    /** A ScaledObjectRef: name a, namespace slurm, metadata nodeset=slurm-worker-cloud. */
    private static final byte[] KEDA_QUESTION = HexFormat.of()
            .parseHex("00000000290a01611205736c75726d1a1d0a076e6f64657365741212736c75726d2d776f726b65722d636c6f75"
                    + "64");

    private ClientAttacks() {}

    /** Opens connections, and sends only the beginning of a request on each connection. */
    static void halfOpen(SocketFactory factory, int port, int connections, int length) throws InterruptedException {
        String header = "GET /livez HTTP/1.1\r\nHost: a\r\nX-Long: " + "a".repeat(length - 60);
        hold(factory, port, connections, header, "", 18);
    }

    /** Requests the metrics repeatedly on each connection, without reading the responses. */
    static void scrapeWithoutReading(int port) throws InterruptedException {
        String requests = "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n".repeat(8);
        hold(SocketFactory.getDefault(), port, 12, requests, "", 22);
    }

    /** Sends one byte of a header per second, on many connections. */
    static void slowloris(int port) throws InterruptedException {
        hold(SocketFactory.getDefault(), port, 400, "GET /metrics HTTP/1.1\r\nX: ", "y", 6);
    }

    private static void hold(
            SocketFactory factory, int port, int connections, String beginning, String eachSecond, int seconds)
            throws InterruptedException {
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < connections; i++) {
                open(sockets, factory, port, beginning);
            }
            for (int second = 0; second < seconds; second++) {
                if (!eachSecond.isEmpty()) {
                    sockets.forEach(socket -> write(socket, eachSecond));
                }
                TimeUnit.SECONDS.sleep(1);
            }
        } finally {
            sockets.forEach(Proxy::closeQuietly);
        }
    }

    private static void open(List<Socket> sockets, SocketFactory factory, int port, String beginning) {
        try {
            Socket socket = factory.createSocket();
            sockets.add(socket);
            socket.setReceiveBufferSize(RECEIVE_BUFFER);
            // Limits the wait for the TLS handshake.
            socket.setSoTimeout(MILLIS);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), MILLIS);
            socket.getOutputStream().write(beginning.getBytes(ISO_8859_1));
        } catch (IOException refused) {
            // Expected: the program limits its connections.
        }
    }

    private static void write(Socket socket, String text) {
        try {
            socket.getOutputStream().write(text.getBytes(ISO_8859_1));
        } catch (IOException closed) {
            // The program closed the connection.
        }
    }

    /** Sends many requests at the same time and reads the responses completely. */
    static void askAtOnce(int port, String path, int requests) throws InterruptedException {
        for (int i = 0; i < requests; i++) {
            Proxy.thread(() -> readAnswer(port, path));
        }
        TimeUnit.SECONDS.sleep(12);
    }

    private static void readAnswer(int port, String path) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(60_000);
            write(socket, "GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException refused) {
            // Any result is acceptable.
        }
    }

    /** Opens gRPC streams on one connection, sends the same request on each stream, and ends no stream. */
    static void kedaStreams(int port, int streams) throws InterruptedException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            Proxy.thread(() -> {
                try {
                    socket.getInputStream().transferTo(OutputStream.nullOutputStream());
                } catch (IOException ended) {
                    // The attack has ended.
                }
            });
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(ISO_8859_1));
            frame(out, 4, 0, 0, new byte[0]);
            frame(out, 4, 1, 0, new byte[0]);
            for (int i = 0; i < streams; i++) {
                frame(out, 1, 4, 2 * i + 1, KEDA_HEADERS);
                frame(out, 0, 1, 2 * i + 1, KEDA_QUESTION);
                if (out.size() > 100_000) {
                    socket.getOutputStream().write(out.toByteArray());
                    out.reset();
                }
            }
            socket.getOutputStream().write(out.toByteArray());
            TimeUnit.SECONDS.sleep(10);
        } catch (IOException cutOff) {
            // The adapter may end the connection.
            TimeUnit.SECONDS.sleep(10);
        }
    }

    /** Writes a frame of HTTP/2: 24 bits of length, type, flags, stream and payload. */
    private static void frame(ByteArrayOutputStream out, int type, int flags, int stream, byte[] payload) {
        out.writeBytes(ByteBuffer.allocate(9)
                .putInt(payload.length << 8 | type)
                .put((byte) flags)
                .putInt(stream)
                .array());
        out.writeBytes(payload);
    }
}
