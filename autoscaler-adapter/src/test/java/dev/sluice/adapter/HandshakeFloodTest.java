package dev.sluice.adapter;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.adapter.config.Setting;
import dev.sluice.adapter.config.SettingsException;
import dev.sluice.adapter.config.SettingsReader;
import dev.sluice.adapter.keda.KedaClient;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests unauthenticated clients that connect to the TLS and gRPC ports, and do not begin or finish the handshake. */
@Tag("slow")
class HandshakeFloodTest {

    /** The header of a TLS record without its body. */
    private static final byte[] HALF_A_HELLO = {22, 3, 1, 1, 0, 1};

    /** The beginning of HTTP/2 without TLS. */
    private static final byte[] HALF_A_PREFACE = "PRI * HTTP".getBytes(US_ASCII);

    private static final int LIMIT = 128;
    private static final int BEYOND = 20;
    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final int PATIENCE_MILLIS = 60_000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final List<Socket> sockets = new ArrayList<>();
    private final List<AdapterApp> started = new ArrayList<>();

    @AfterEach
    void stop() throws Exception {
        for (Socket socket : sockets) {
            socket.close();
        }
        for (AdapterApp app : started) {
            app.stop(pause -> {});
        }
    }

    private AdapterApp serve(Map<Setting, List<String>> more) throws IOException, SettingsException {
        Map<Setting, List<String>> flags = new EnumMap<>(Map.of(
                Setting.EXPORTER, List.of("http://127.0.0.1:1"),
                Setting.LISTEN, List.of("127.0.0.1"),
                Setting.PORT, List.of("0"),
                Setting.METRICS_PORT, List.of("0"),
                Setting.KEDA_PORT, List.of("0"),
                Setting.AUTH, List.of("off"),
                Setting.DRAIN, List.of("0s")));
        flags.putAll(more);
        AdapterApp app = new AdapterApp(
                SettingsReader.read(flags, Map.of()),
                Security.Timing.USUAL,
                Clock.systemUTC(),
                System::nanoTime,
                "1.2.3",
                unused -> {});
        started.add(app);
        return app;
    }

    private AdapterApp serveTls() throws IOException, SettingsException {
        Path certificate = Files.writeString(folder.resolve("tls.crt"), Pki.pem("serving"));
        Path key = Files.writeString(folder.resolve("tls.key"), Pki.pem("serving-key"));
        return serve(Map.of(
                Setting.TLS_CERT, List.of(certificate.toString()),
                Setting.TLS_KEY, List.of(key.toString()),
                Setting.KEDA_TLS, List.of()));
    }

    @Test
    void theOldestHandshakesMakeRoomAndProbesAreAnswered() throws Exception {
        AdapterApp app = serveTls();

        flood(app.port(), HALF_A_HELLO);
        assertThat(TlsClient.get(app.port(), Pki.trustingAnybody(), "/livez", List.of())
                        .status())
                .isEqualTo(200);
        flood(app.kedaPort().orElseThrow(), HALF_A_HELLO);
    }

    @Test
    void aHandshakeThatDoesNotEndIsCutOff() throws Exception {
        AdapterApp app = serveTls();
        for (int port : List.of(app.port(), app.kedaPort().orElseThrow())) {
            Socket socket = connect(port);
            socket.getOutputStream().write(HALF_A_HELLO);

            assertThat(ended(socket, PATIENCE_MILLIS)).isTrue();
        }
    }

    @Test
    void silentConnectionsToKedasPortMakeRoomForKeda() throws Exception {
        int port = serve(Map.of(Setting.INSECURE_HTTP, List.of())).kedaPort().orElseThrow();

        flood(port, HALF_A_PREFACE);
        KedaClient keda = KedaClient.of(port);
        try {
            // The adapter has no data yet, but the adapter responds.
            assertThatThrownBy(() -> keda.isActive("slurm", Map.of("scalerAddress", "sluice:9090", "nodeset", "gpu")))
                    .hasMessageStartingWith("UNAVAILABLE");
        } finally {
            keda.close();
        }
    }

    @Test
    void connectionsToKedasPortThatNeverCallAreCutOff() throws Exception {
        int port = serve(Map.of(Setting.INSECURE_HTTP, List.of())).kedaPort().orElseThrow();
        Socket silent = connect(port);
        Socket preface = connect(port);
        // The bytes that HTTP/2 requires from a client before a call, with empty settings.
        preface.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0".getBytes(US_ASCII));

        assertThat(ended(silent, PATIENCE_MILLIS)).isTrue();
        preface.setSoTimeout(PATIENCE_MILLIS);
        // The server sends its own settings first.
        assertThat(preface.getInputStream().readAllBytes()).isNotEmpty();
    }

    private void flood(int port, byte[] beginning) throws IOException {
        List<Socket> flood = new ArrayList<>();
        long begun = System.nanoTime();
        for (int i = 0; i < LIMIT + BEYOND; i++) {
            Socket socket = connect(port);
            flood.add(socket);
            if (i % 2 == 0) {
                begin(socket, beginning);
            }
        }
        for (Socket oldest : flood.subList(0, BEYOND)) {
            assertThat(ended(oldest, PATIENCE_MILLIS)).isTrue();
        }
        // This connection is as old as the closed connections. The deadline has therefore not closed the other
        // connections. On a busy machine, the deadline can pass later.
        boolean endedToo = ended(flood.get(BEYOND), 1_000);
        assertThat(endedToo && System.nanoTime() - begun < DEADLINE.toNanos()).isFalse();
    }

    private Socket connect(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        sockets.add(socket);
        return socket;
    }

    private static void begin(Socket socket, byte[] beginning) {
        try {
            socket.getOutputStream().write(beginning);
        } catch (IOException e) {
            // The server had already closed the connection.
        }
    }

    /** Skips data that the server may send first. */
    private static boolean ended(Socket socket, int patienceMillis) throws IOException {
        socket.setSoTimeout(patienceMillis);
        try {
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (SocketException e) {
            return true;
        }
    }
}
