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

/** The attacks of hostile clients. */
final class Clients {

    private static final int MILLIS = 2000;
    /** A small buffer, so that the server's responses fill it soon. */
    private static final int RECEIVE_BUFFER = 4096;

    /** A member of each job in a list of jobs. */
    private static final String JOB = "\"jobId\"";

    private static final int CALLS = 15_000;
    /**
     * Headers in HPACK literals: POST http, path /externalscaler.ExternalScaler/IsActive, authority keda,
     * content-type application/grpc, te trailers.
     */
    private static final byte[] KEDA_HEADERS = HexFormat.of()
            .parseHex("838604272f65787465726e616c7363616c65722e45787465726e616c5363616c65722f49734163"
                    + "7469766501046b6564610f10106170706c69636174696f6e2f677270630002746508747261696c657273");
    /** A ScaledObjectRef: name a, namespace slurm, metadata nodeset=slurm-worker-cloud. */
    private static final byte[] KEDA_QUESTION = HexFormat.of()
            .parseHex("00000000290a01611205736c75726d1a1d0a076e6f64657365741212736c75726d2d776f726b65722d636c6f75"
                    + "64");

    private Clients() {}

    /** Opens connections, sends the beginning on each connection, then a text in each second, and reads nothing. */
    static void hold(SocketFactory factory, int port, int connections, String beginning, String eachSecond, int seconds)
            throws InterruptedException {
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < connections; i++) {
                open(sockets, factory, port, beginning);
            }
            for (int second = 0; second < seconds; second++) {
                sockets.forEach(socket -> write(socket, eachSecond));
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
            write(socket, beginning);
        } catch (IOException refused) {
            // Expected: the program limits its connections.
        }
    }

    private static void write(Socket socket, String text) {
        try {
            socket.getOutputStream().write(text.getBytes(ISO_8859_1));
        } catch (IOException closed) {
            // The program may close the connection.
        }
    }

    /** Returns the whole response; empty if the program closes the connection. */
    static String get(int port, String path, String headers) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(60_000);
            write(socket, "GET " + path + " HTTP/1.1\r\nHost: a\r\n" + headers + "Connection: close\r\n\r\n");
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        } catch (IOException refused) {
            return "";
        }
    }

    /** Asks for jobs as nobody, as a user, and with headers that do not identify a user. */
    static void identities(Stage stage, Watch watch) throws InterruptedException {
        String user = "X-User: nobody\r\n";
        String groups = user + "X-Groups: " + Responses.list(0, 8000, i -> "group" + i);
        askForJobs(stage, watch, 200, "", user + "X-Groups: users\r\n", groups.substring(0, 60_000) + "\r\n");
        askForJobs(stage, watch, 431, groups + "\r\n");
        askForJobs(stage, watch, 400, user + "X-Groups: a\tb\r\n", "X-User: no body\r\n", "X-Groups: wheel\r\n");
        askForJobs(stage, watch, 400, user + "X-User: root\r\n");
        if (!get(stage.ports().api(), "/api/v1/jobs", "X-User: alice\r\n").contains(JOB)) {
            watch.findings().defect("identity: alice does not see her jobs");
        }
        TimeUnit.SECONDS.sleep(2);
    }

    private static void askForJobs(Stage stage, Watch watch, int status, String... headers) {
        for (String some : headers) {
            String response = get(stage.ports().api(), "/api/v1/jobs", some);
            String what = "identity: '" + some.substring(0, Math.min(40, some.length())) + "' ";
            if (!response.startsWith("HTTP/1.1 " + status)) {
                watch.findings().defect(what + "gets " + response.lines().findFirst());
            }
            if (response.contains(JOB)) {
                watch.findings().defect(what + "shows jobs of others");
            }
        }
    }

    /** Opens gRPC streams on one connection, sends the same request on each stream, and ends no stream. */
    static void kedaCalls(int port) throws InterruptedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(ISO_8859_1));
        frame(out, 4, 0, 0, new byte[0]);
        frame(out, 4, 1, 0, new byte[0]);
        for (int i = 0; i < CALLS; i++) {
            frame(out, 1, 4, 2 * i + 1, KEDA_HEADERS);
            frame(out, 0, 1, 2 * i + 1, KEDA_QUESTION);
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            Proxy.thread(() -> {
                try {
                    socket.getInputStream().transferTo(OutputStream.nullOutputStream());
                } catch (IOException ended) {
                    // The attack has ended.
                }
            });
            write(socket, out.toString(ISO_8859_1));
            TimeUnit.SECONDS.sleep(10);
        } catch (IOException closed) {
            // The program may close the connection.
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
