package dev.sluice.exporter.slurm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Accepts one connection after the other. Responds with bytes that no HTTP library would send. */
final class RawServer implements AutoCloseable {

    private final ServerSocket socket;
    private final Thread thread;

    private RawServer(ServerSocket socket, List<String> answers) {
        this.socket = socket;
        this.thread = new Thread(() -> serve(answers), "raw-server");
        thread.setDaemon(true);
    }

    static RawServer answering(String... answers) throws IOException {
        RawServer server = new RawServer(new ServerSocket(0, 8, InetAddress.getLoopbackAddress()), List.of(answers));
        server.thread.start();
        return server;
    }

    int port() {
        return socket.getLocalPort();
    }

    private void serve(List<String> answers) {
        for (String answer : answers) {
            try (Socket connection = socket.accept()) {
                readHead(connection);
                connection.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                connection.getOutputStream().flush();
                // Waits until the client closes the connection, because the test checks which side closes first.
                connection.getInputStream().readAllBytes();
            } catch (IOException e) {
                return;
            }
        }
    }

    private static void readHead(Socket connection) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = connection.getInputStream().read();
            if (next < 0) {
                return;
            }
            head.append((char) next);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
