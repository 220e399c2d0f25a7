package dev.sluice.adapter;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.adapter.CapturedRequests.Request;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sends malformed requests over TLS. The adapter must respond in time to each request, with the requested object or a
 * Status, and without internal details.
 */
@Tag("slow")
class FuzzTest {

    /** The time limit for a response. Every correct response is much faster; a slower response counts as hanging. */
    private static final int HANGS_MILLIS = 30_000;

    private static final int ROUNDS = 120;
    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)");
    private static final String ODD = "/%?&=+aA0.;:,!()-_~*'\"<>{}|\\^`[]@#\u00e9\u00ff$";
    private static final String[] ESCAPES = {
        "%", "%2", "%zz", "%00", "%2F", "%2f..%2f", "%C0%AF", "%ff%fe", "%u0041", "%25", "%0d%0aX:%20y", "%F0%9F%98%80"
    };
    private static final String[] SELECTORS = {
        "a=b",
        "a==b",
        "a!=b",
        "a in (b,c)",
        "a notin (b,c)",
        "a",
        "!a",
        "a in ()",
        "a in (b",
        "(",
        ")",
        "!",
        "!!a",
        "a=b,",
        ",a",
        "a>1",
        "a<x",
        "in in (in)",
        "notin notin (notin)",
        "a/b/c=d",
        "a=\u00e9",
        "a = b c",
        "a==",
        "=",
        "in (x)"
    };
    private static final String[] METHODS = {
        "GET", "GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get",
        "FOO-BAR"
    };
    private static final String[] HEADERS = {
        "X-Remote-User: jane",
        "X-Remote-User: ",
        "X-Remote-User: \u00ff\u00fe",
        "X-Remote-User: system:anonymous",
        "X-Remote-Group: ",
        "X-Remote-Group: system:unauthenticated",
        "X-Remote-Extra-%: a",
        "X-Remote-Extra-%zz%00: a",
        "X-Remote-Extra-: a",
        "X-Remote-Uid: \u0001",
        "Authorization: Bearer",
        "Authorization: Bearer a b c",
        "Authorization: Basic YTpi",
        "Accept: application/json;q=0",
        "Accept: ;;;,,,=,q=,*/*;q=x",
        "Accept: application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
        "Accept: text/html",
        "If-None-Match: *",
        "If-None-Match: \"",
        "Content-Length: 0",
        "Content-Length: 7",
        "Content-Length: -1",
        "Content-Length: 99999999999999999999",
        "Transfer-Encoding: chunked",
        "Transfer-Encoding: chunked, identity",
        "Expect: 100-continue",
        "Upgrade: h2c",
        "Upgrade: websocket",
        "Host: ",
        "Host: a, b",
        "no colon at all",
        ": no name",
        "a b: a blank in the name",
        " folded",
        "Impersonate-User: admin",
        "Range: bytes=0-1"
    };

    @RegisterExtension
    private static final SecuredScene scene = new SecuredScene(CapturedRequests.demand());

    @SuppressWarnings("NullAway.Init")
    private static SSLContext frontProxy;

    @BeforeAll
    static void prepare() {
        scene.kubernetes.allow(spec -> true);
        frontProxy = Pki.context(Pki.pem("serving-ca"), "front-proxy");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 22, 333})
    void everyOddRequestIsAnswered(long seed) throws IOException {
        Random random = new Random(seed);
        List<Request> captured = CapturedRequests.all();
        TreeMap<Integer, Integer> seen = new TreeMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            Request base = captured.get(random.nextInt(captured.size()));
            StringBuilder text = new StringBuilder(one(random, METHODS));
            text.append(' ').append(target(base, random)).append(" HTTP/1.1\r\nHost: adapter\r\nConnection: close\r\n");
            List<String> lines = new ArrayList<>(random.nextBoolean() ? base.headers() : List.of());
            lines.removeIf(line -> line.startsWith("Connection: "));
            for (int more = random.nextInt(4); more > 0; more--) {
                lines.add(random.nextInt(lines.size() + 1), one(random, HEADERS));
            }
            lines.forEach(line -> text.append(line).append("\r\n"));
            text.append("\r\n").append(random.nextInt(4) == 0 ? "{\"a\":1}\r\n" : "");
            seen.merge(check(text.toString()), 1, Integer::sum);
        }
        assertThat(seen).as("a mixture, or else this tests nothing").containsKeys(200, 400, 404);
        assertThat(scene.adapter.desired("front-proxy", "X-Remote-User: a").status())
                .isEqualTo(404);
    }

    private static String target(Request base, Random random) {
        StringBuilder target = new StringBuilder(base.target());
        if (random.nextInt(3) == 0 && target.indexOf("?") < 0) {
            target.append("?labelSelector=")
                    .append(one(random, SELECTORS).replace(" ", random.nextBoolean() ? "+" : "%20"));
        }
        for (int edits = random.nextInt(4); edits > 0; edits--) {
            int at = 1 + random.nextInt(target.length());
            switch (random.nextInt(4)) {
                case 0 -> target.insert(at, one(random, ESCAPES));
                case 1 -> target.insert(at, ODD.charAt(random.nextInt(ODD.length())));
                case 2 -> target.delete(at, Math.min(target.length(), at + random.nextInt(6)));
                default -> target.insert(at, "%2C" + one(random, SELECTORS).replace(' ', '+'));
            }
        }
        return target.toString();
    }

    private static String one(Random random, String[] of) {
        return of[random.nextInt(of.length)];
    }

    /** Sends the request and returns the status; 0 if the connection ends because the body is malformed. */
    private static int check(String request) throws IOException {
        String answer = exchange(request);
        if (answer.isEmpty() && request.contains("Transfer-Encoding: ")) {
            // The next bytes are not a chunk. The server can read these bytes before the server sends the response.
            return 0;
        }
        assertThat(answer).as(request).matches("(?s)HTTP/1\\.[01] \\d{3} .*");
        int status = Integer.parseInt(answer.substring(9, 12));
        assertThat(status).as(request).isIn(100, 200, 400, 401, 403, 404, 405, 406, 413, 414, 431);
        assertThat(answer)
                .as(request)
                .doesNotContainIgnoringCase("retry-after")
                .doesNotContain("Exception", "java.", "dev.sluice", "\tat ", "io.vertx", "io.netty");
        int end = answer.indexOf("\r\n\r\n");
        String body = answer.substring(end + 4);
        if (status >= 400 && !request.startsWith("HEAD ")) {
            JsonNode document = FakeKubernetes.JSON.readTree(body);
            assertThat(document.path("kind").asText())
                    .as(request + "\n" + answer)
                    .isEqualTo("Status");
            assertThat(document.path("code").asInt()).as(request).isEqualTo(status);
            assertThat(document.path("message").asText()).as(request).isNotEmpty();
        }
        return status;
    }

    private static String exchange(String request) throws IOException {
        try (SSLSocket socket =
                (SSLSocket) frontProxy.getSocketFactory().createSocket("127.0.0.1", scene.adapter.port())) {
            socket.setSoTimeout(HANGS_MILLIS);
            try {
                socket.getOutputStream().write(request.getBytes(ISO_8859_1));
                socket.getOutputStream().flush();
            } catch (SocketException e) {
                // The server can respond and close the connection before the server has read the complete request.
            }
            return read(socket, request);
        }
    }

    /**
     * Returns one response, or the received part of a response if the connection ends. After a truncated request, the
     * connection can stay open.
     */
    private static String read(SSLSocket socket, String request) throws IOException {
        var answer = new ByteArrayOutputStream();
        try {
            InputStream in = socket.getInputStream();
            for (int next = in.read(); next >= 0; next = in.read()) {
                answer.write(next);
                if (next != '\n') {
                    continue;
                }
                String text = answer.toString(ISO_8859_1);
                if (text.equals("HTTP/1.1 100 Continue\r\n\r\n")) {
                    answer.reset();
                } else if (text.endsWith("\r\n\r\n")) {
                    answer.write(in.readNBytes(request.startsWith("HEAD ") ? 0 : length(text)));
                    break;
                }
            }
            return answer.toString(ISO_8859_1);
        } catch (SocketTimeoutException e) {
            throw new AssertionError("still open: " + request + "\nafter: " + answer.toString(ISO_8859_1), e);
        }
    }

    private static int length(String head) {
        Matcher length = LENGTH.matcher(head);
        return length.find() ? Integer.parseInt(length.group(1)) : 0;
    }

    @Test
    void whatIsEndlessIsRefused() throws IOException {
        assertThat(check("GET /" + "a".repeat(40_000) + " HTTP/1.1\r\nHost: a\r\n\r\n"))
                .isEqualTo(414);
        assertThat(check("GET /apis HTTP/1.1\r\nHost: a\r\nX-Remote-User: " + "a".repeat(300_000) + "\r\n\r\n"))
                .isEqualTo(431);
        assertThat(check("GET /apis HTTP/1.1\r\nHost: a\r\n" + "X-Remote-Group: a\r\n".repeat(20_000) + "\r\n"))
                .isEqualTo(431);
    }

    /**
     * HTTP/2 is not supported. The handshake tells clients that HTTP/2 is not supported. The server rejects requests
     * over HTTP/2.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                "GET /apis HTTP/2.0\r\nHost: a\r\n\r\n",
                "GET /apis HTTP/0.9\r\n\r\n",
                "GET /apis FTP/1.1\r\nHost: a\r\n\r\n",
                "GET  HTTP/1.1\r\n\r\n",
                "GET\r\n\r\n",
                "\u0000\u0000\u0000\r\n\r\n",
                "{\"kind\":\"Status\"}\r\n\r\n"
            })
    void otherProtocolsAreRefused(String request) throws IOException {
        String answer = exchange(request);
        assertThat(answer).doesNotContain(" 200 ", "Exception", "\tat ");
        assertThat(answer).matches("(?s)|[A-Z]+/\\d\\.\\d (400|501|505) .*");
    }

    /**
     * If the client offers both HTTP versions, the adapter selects HTTP/1.1, so that the connections of an API server
     * are distributed over the replicas.
     */
    @Test
    void ofBothVersionsItTakesTheFirst() throws IOException {
        try (SSLSocket socket =
                (SSLSocket) frontProxy.getSocketFactory().createSocket("127.0.0.1", scene.adapter.port())) {
            var parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
            socket.setSSLParameters(parameters);
            socket.setSoTimeout(HANGS_MILLIS);
            socket.startHandshake();
            assertThat(socket.getApplicationProtocol()).isNotEqualTo("h2");
            socket.getOutputStream()
                    .write("GET /apis HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".getBytes(ISO_8859_1));
            assertThat(new String(socket.getInputStream().readAllBytes(), ISO_8859_1))
                    .startsWith("HTTP/1.1 200 OK");
        }
    }
}
