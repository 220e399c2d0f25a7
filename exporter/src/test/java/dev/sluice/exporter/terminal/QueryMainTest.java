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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryMainTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private HttpServer server;

    private String asked = "";
    private String authorization = "";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "explain                                       | /api/v1/demand?explain=true&format=text",
                "why 123_4                                     | /api/v1/why/job/123_4?format=text",
                "queue --reason-class limit --cluster a/b      | /api/v1/jobs?format=text&cluster=a%2Fb&reason_class=limit",
                "nodes n1 --format json                        | /api/v1/nodes/n1?format=json",
                "statement --month 2026-11                     | /api/v1/statement?month=2026-11&format=csv",
                "statement --month 2026-11 --format json       | /api/v1/statement?month=2026-11&format=json"
            })
    void printsTheAnswerToTheRequestOfTheCommand(String command, String request) {
        serve(200, "text/plain; charset=utf-8", "row,cost\r\ntotal,1.50\r\n");

        assertThat(run(command.split(" "))).isZero();

        assertThat(asked).isEqualTo(request);
        assertThat(out.toString(UTF_8)).isEqualTo("row,cost\ntotal,1.50\n");
    }

    @Test
    void failsWhereNoNumberCanBeTrusted() {
        serve(503, "text/plain", "Cluster research\n  No number");

        assertThat(run("explain")).isOne();
        assertThat(out.toString(UTF_8)).contains("No number");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "404 | text/html        | <html>                   | 1 | this is not an exporter's API",
                "404 | application/json | {\"error\":\"no usage\"} | 1 | no usage",
                "400 | application/json | {\"error\":\"bad sort\"} | 2 | bad sort",
                "403 | application/json | {}                       | 1 | it requires --token-file, or --login"
            })
    void saysWhyThereIsNoAnswer(int status, String type, String body, int exit, String message) {
        serve(status, type, body);

        assertThat(run("queue")).isEqualTo(exit);

        assertThat(out.toString(UTF_8)).isEmpty();
        assertThat(err.toString(UTF_8)).contains(message);
    }

    @ParameterizedTest
    @CsvSource({
        "--token-file secret,Bearer s3cret",
        "--login ops --password-file secret,Basic b3BzOnMzY3JldA==",
        "'',''"
    })
    void sendsTheFirstLineOfTheFile(String options, String sent) throws IOException {
        String file =
                Files.writeString(folder.resolve("secret"), "\ns3cret\nolder\n").toString();
        serve(401, "application/json", "{}");

        String[] words = ("explain " + options.replace("secret", file)).strip().split(" ");

        assertThat(run(words)).isOne();
        assertThat(authorization).isEqualTo(sent);
        assertThat(err.toString(UTF_8))
                .contains(sent.isEmpty() ? "it requires --token-file" : "it does not accept these credentials");
    }

    @Test
    void saysThatNobodyAnswers() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }

        assertThat(start("explain", "http://127.0.0.1:" + port)).isOne();
        assertThat(err.toString(UTF_8)).startsWith("no exporter at http://127.0.0.1:" + port);
    }

    @Test
    void neverSendsAnUnknownOption() {
        serve(200, "text/plain", "");

        assertThat(run("queue", "--password", "hunter2")).isEqualTo(2);

        assertThat(asked).isEmpty();
        assertThat(err.toString(UTF_8)).startsWith("Unknown option").doesNotContain("HTTP");
    }

    @ParameterizedTest
    @CsvSource({"explain research", "explain http://h x", "why http://h", "explain --login ops http://h", "other"})
    void refusesWhatIsNoCommand(String arguments) {
        assertThat(start(arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString(UTF_8)).startsWith("expected ");
    }

    @Test
    void helpNamesEveryCommand() {
        assertThat(start("--help")).isZero();
        assertThat(out.toString(UTF_8))
                .contains("sluice explain ", "sluice why ", "sluice queue ", "sluice nodes ", "sluice statement ");
    }

    private int run(String... arguments) {
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        return start(Stream.concat(Stream.of(arguments), Stream.of(url)).toArray(String[]::new));
    }

    private int start(String... arguments) {
        return new QueryMain(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8)).run(arguments);
    }

    private void serve(int status, String type, String body) {
        server.createContext("/", exchange -> {
            asked = exchange.getRequestURI().toString();
            authorization = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                    .orElse("");
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, body.length());
            exchange.getResponseBody().write(body.getBytes(UTF_8));
            exchange.close();
        });
    }
}
