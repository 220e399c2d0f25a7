package dev.sluice.chaos.attack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;

/** The attacks of hostile clients. Each attack stops after some seconds. */
final class ClientAttacks {

    private ClientAttacks() {}

    /** Opens connections, and sends only the beginning of a request on each connection. */
    static void hold(SocketFactory factory, int port, int connections, String beginning, int seconds)
            throws InterruptedException {
        hold(factory, port, connections, 1 << 16, beginning, seconds);
    }

    private static void hold(
            SocketFactory factory, int port, int connections, int receiveBuffer, String beginning, int seconds)
            throws InterruptedException {
        try (Sockets sockets = new Sockets(factory)) {
            for (int i = 0; i < connections; i++) {
                sockets.open(port, receiveBuffer, beginning);
            }
            TimeUnit.SECONDS.sleep(seconds);
        }
    }

    static String unfinishedHeader(int length) {
        return "GET /livez HTTP/1.1\r\nHost: a\r\nX-Long: " + "a".repeat(Math.max(1, length - 60));
    }

    /** Requests the metrics repeatedly on each connection, without reading the responses. */
    static void scrapeWithoutReading(int port, int connections, int seconds) throws InterruptedException {
        String requests = "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n".repeat(8);
        hold(SocketFactory.getDefault(), port, connections, 4096, requests, seconds);
    }

    /** Sends one byte of a header per second, on many connections. */
    static void slowloris(int port, int connections, int seconds) throws InterruptedException {
        try (Sockets sockets = new Sockets(SocketFactory.getDefault())) {
            for (int i = 0; i < connections; i++) {
                sockets.open(port, 4096, "GET /metrics HTTP/1.1\r\nX: ");
            }
            for (int second = 0; second < seconds; second++) {
                sockets.writeToAll("y");
                TimeUnit.SECONDS.sleep(1);
            }
        }
    }

    /** Sends many requests at the same time and reads the responses completely. */
    static void askAtOnce(int port, String path, int requests, int seconds) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            Thread thread = new Thread(() -> readAnswer(port, path), "asks-at-once");
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(seconds) / requests + 1);
        }
        TimeUnit.SECONDS.sleep(2);
    }

    private static void readAnswer(int port, String path) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").getBytes(ISO_8859_1));
            socket.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
        } catch (IOException refused) {
            // Any result is acceptable.
        }
    }

    /** Opens gRPC streams on one connection, sends the same request on each stream, and ends no stream. */
    static void kedaStreams(int port, int streams, int seconds) throws InterruptedException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            Thread reader = new Thread(() -> drain(socket), "keda-answers");
            reader.setDaemon(true);
            reader.start();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(ISO_8859_1));
            frame(out, 4, 0, 0, new byte[0]);
            frame(out, 4, 1, 0, new byte[0]);
            for (int i = 0; i < streams; i++) {
                int id = 2 * i + 1;
                frame(out, 1, 4, id, headers());
                frame(out, 0, 1, id, question());
                if (out.size() > 100_000) {
                    socket.getOutputStream().write(out.toByteArray());
                    out.reset();
                }
            }
            socket.getOutputStream().write(out.toByteArray());
            TimeUnit.SECONDS.sleep(seconds);
        } catch (IOException cutOff) {
            // The adapter may end the connection.
            TimeUnit.SECONDS.sleep(seconds);
        }
    }

    private static void drain(Socket socket) {
        try (InputStream in = socket.getInputStream()) {
            in.transferTo(java.io.OutputStream.nullOutputStream());
        } catch (IOException ended) {
            // The attack has ended.
        }
    }

    private static void frame(ByteArrayOutputStream out, int type, int flags, int stream, byte[] payload) {
        int length = payload.length;
        out.writeBytes(new byte[] {
            (byte) (length >> 16),
            (byte) (length >> 8),
            (byte) length,
            (byte) type,
            (byte) flags,
            (byte) (stream >> 24),
            (byte) (stream >> 16),
            (byte) (stream >> 8),
            (byte) stream
        });
        out.writeBytes(payload);
    }

    /** Encodes HPACK without a dynamic table: encodes only literals. */
    private static byte[] headers() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(0x83); // :method POST
        out.write(0x86); // :scheme http
        literal(out, new byte[] {0x04}, "/externalscaler.ExternalScaler/StreamIsActive");
        literal(out, new byte[] {0x01}, "keda");
        literal(out, new byte[] {0x0f, 0x10}, "application/grpc");
        out.write(0);
        text(out, "te");
        text(out, "trailers");
        return out.toByteArray();
    }

    private static void literal(ByteArrayOutputStream out, byte[] name, String value) {
        out.writeBytes(name);
        text(out, value);
    }

    private static void text(ByteArrayOutputStream out, String text) {
        out.write(text.length());
        out.writeBytes(text.getBytes(ISO_8859_1));
    }

    /**
     * Encodes a ScaledObjectRef: field 1 is the name, field 2 is the namespace, and field 3 is the metadata. In an
     * entry of the metadata, field 1 is the key and field 2 is the value.
     */
    private static byte[] question() {
        ByteArrayOutputStream pair = new ByteArrayOutputStream();
        pair.write(0x0a);
        text(pair, "nodeset");
        pair.write(0x12);
        text(pair, "slurm-worker-cloud");
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        message.write(0x0a);
        text(message, "a");
        message.write(0x12);
        text(message, "slurm");
        message.write(0x1a);
        message.write(pair.size());
        message.writeBytes(pair.toByteArray());
        ByteArrayOutputStream framed = new ByteArrayOutputStream();
        framed.writeBytes(new byte[] {0, 0, 0, 0, (byte) message.size()});
        framed.writeBytes(message.toByteArray());
        return framed.toByteArray();
    }

    /** A group of connections that are closed together. */
    private static final class Sockets implements AutoCloseable {

        private static final int MILLIS = 2000;

        private final SocketFactory factory;
        private final List<Socket> sockets = new ArrayList<>();

        Sockets(SocketFactory factory) {
            this.factory = factory;
        }

        void open(int port, int receiveBuffer, String beginning) {
            try {
                Socket socket = factory.createSocket();
                sockets.add(socket);
                socket.setReceiveBufferSize(receiveBuffer);
                // Limits the wait for the TLS handshake.
                socket.setSoTimeout(MILLIS);
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), MILLIS);
                socket.getOutputStream().write(beginning.getBytes(ISO_8859_1));
            } catch (IOException refused) {
                // Expected: the program limits its connections.
            }
        }

        void writeToAll(String text) {
            for (Socket socket : sockets) {
                try {
                    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
                } catch (IOException closed) {
                    // The program closed the connection.
                }
            }
        }

        @Override
        public void close() {
            for (Socket socket : sockets) {
                try {
                    socket.close();
                } catch (IOException e) {
                    // The socket is already closed.
                }
            }
        }
    }
}
