package dev.sluice.exporter.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class QueryMainTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void printsWhatTheExporterSays() throws IOException {
        AtomicReference<String> asked = new AtomicReference<>("");
        HttpServer server = serve(200, "text/plain; charset=utf-8", "Cluster research\n", asked);
        try {
            assertThat(run("explain", "http://127.0.0.1:" + server.getAddress().getPort() + "/"))
                    .isZero();
        } finally {
            server.stop(0);
        }

        assertThat(asked).hasValue("/api/v1/demand?explain=true&format=text");
        assertThat(out.toString(UTF_8)).isEqualTo("Cluster research\n");
    }

    @Test
    void failsWhereNoNumberCanBeTrusted() throws IOException {
        HttpServer server = serve(503, "text/plain", "Cluster research\n  No number", new AtomicReference<>(""));
        try {
            assertThat(run("explain", "http://127.0.0.1:" + server.getAddress().getPort()))
                    .isOne();
        } finally {
            server.stop(0);
        }

        assertThat(out.toString(UTF_8)).contains("No number");
    }

    @Test
    void tellsAnotherServerFromAnExporter() throws IOException {
        HttpServer server = serve(404, "text/html", "<html>", new AtomicReference<>(""));
        try {
            assertThat(run("explain", "http://127.0.0.1:" + server.getAddress().getPort()))
                    .isOne();
        } finally {
            server.stop(0);
        }

        assertThat(out.toString(UTF_8)).isEmpty();
        assertThat(err.toString(UTF_8)).contains("HTTP 404").contains("not an exporter's API");
    }

    @Test
    void saysThatNobodyAnswers() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }

        assertThat(run("explain", "http://127.0.0.1:" + port)).isOne();
        assertThat(err.toString(UTF_8)).startsWith("no exporter at http://127.0.0.1:" + port);
    }

    @Test
    void refusesWhatIsNoUrl() {
        assertThat(run("explain", "research")).isEqualTo(2);
        assertThat(run("explain", "http://h", "x")).isEqualTo(2);
        assertThat(run("explain", "http://a b")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("expected one URL such as http://127.0.0.1:8080");
    }

    @Test
    void printsAStatementAsCsvUnlessAnotherFormatIsSet() throws IOException {
        AtomicReference<String> asked = new AtomicReference<>("");
        HttpServer server = serve(200, "text/csv; charset=utf-8", "row,cost\r\ntotal,1.50\r\n", asked);
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        try {
            assertThat(run("statement", "--month", "2026-11", "--cluster", "a b", url))
                    .isZero();
            assertThat(asked).hasValue("/api/v1/statement?month=2026-11&format=csv&cluster=a%20b");
            assertThat(run("statement", "--month", "2026-11", "--format", "json", url))
                    .isZero();
            assertThat(asked).hasValue("/api/v1/statement?month=2026-11&format=json");
        } finally {
            server.stop(0);
        }

        assertThat(out.toString(UTF_8)).startsWith("row,cost\ntotal,1.50\n");
    }

    @Test
    void saysWhyAStatementIsNotPossible() throws IOException {
        HttpServer server =
                serve(404, "application/json", "{\"error\":\"no usage data of 2026-09\"}", new AtomicReference<>(""));
        try {
            assertThat(run(
                            "statement",
                            "--month",
                            "2026-09",
                            "http://127.0.0.1:" + server.getAddress().getPort()))
                    .isOne();
        } finally {
            server.stop(0);
        }

        assertThat(err.toString(UTF_8)).isEqualTo("no usage data of 2026-09\n");
    }

    @Test
    void helpNamesEveryCommand() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString(UTF_8))
                .contains("sluice explain ", "sluice why ", "sluice queue ", "sluice nodes ", "sluice statement ");
    }

    private int run(String... arguments) {
        return new QueryMain(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8)).run(arguments);
    }

    private static HttpServer serve(int status, String type, String body, AtomicReference<String> asked)
            throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.set(exchange.getRequestURI().toString());
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, body.length());
            exchange.getResponseBody().write(body.getBytes(UTF_8));
            exchange.close();
        });
        server.start();
        return server;
    }
}
