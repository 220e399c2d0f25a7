package dev.sluice.adapter;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests unauthenticated clients that connect and never finish their requests. The adapter is a process with the options
 * of the release.
 */
class FloodTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int CONNECTIONS = 400;

    private static List<String> shipped() throws IOException {
        return Files.readAllLines(GoldenFile.repositoryRoot().resolve("exporter/src/main/launcher/jvm.options"))
                .stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
    }

    @Test
    void unfinishedHeadsKeepNoProbeOut() throws IOException, InterruptedException {
        try (OwnProcess adapter = new OwnProcess(shipped(), "--exporter=http://127.0.0.1:1")) {
            for (int port : new int[] {adapter.port(), adapter.metricsPort()}) {
                List<Socket> flood = new ArrayList<>();
                try {
                    for (int i = 0; i < CONNECTIONS; i++) {
                        flood.add(unfinished(port));
                    }
                    assertThat(adapter.operations("/livez")).isEqualTo("ok\n");
                    assertThat(adapter.get("/livez")).isEqualTo(200);
                    // The adapter closes the remaining connections too, although the client sends no data.
                    for (Socket socket : flood) {
                        assertThat(ended(socket)).isTrue();
                    }
                } finally {
                    for (Socket socket : flood) {
                        socket.close();
                    }
                }
            }
            assertThat(adapter.alive()).isTrue();
        }
    }

    /** Sends an endless request head until the server stops reading. */
    private static Socket unfinished(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout((int) PATIENCE.toMillis());
        try {
            socket.getOutputStream().write("GET /livez HTTP/1.1\r\nHost: a\r\n".getBytes(US_ASCII));
            for (int i = 0; i < 7; i++) {
                socket.getOutputStream().write(("X-" + i + ": " + "a".repeat(1000) + "\r\n").getBytes(US_ASCII));
            }
        } catch (IOException e) {
            // The adapter closed the connection before the end of the request.
        }
        return socket;
    }

    /** Waits for the end of the connection. Before the end, the adapter must send nothing. */
    private static boolean ended(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }
}
