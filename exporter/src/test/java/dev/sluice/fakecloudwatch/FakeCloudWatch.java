package dev.sluice.fakecloudwatch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.fakecloudwatch.Cbor.MalformedCbor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/**
 * CloudWatch on a loopback port: accepts PutMetricData in the AWS SDK's protocol (smithy rpc-v2-cbor), checks every
 * limit of the service, and records the requests.
 */
public final class FakeCloudWatch implements AutoCloseable {

    private static final String PATH = "/service/GraniteServiceVersion20100801/operation/PutMetricData";
    private static final int LARGEST_BODY = 1_000_000;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(2);
    private final Clock clock;
    private final List<PutRequest> requests = new CopyOnWriteArrayList<>();
    private volatile Function<List<PutDatum>, Optional<Refusal>> mood = data -> Optional.empty();

    private FakeCloudWatch(HttpServer server, Clock clock) {
        this.server = server;
        this.clock = clock;
    }

    /**
     * Starts on a free port.
     *
     * @param clock clock that determines which timestamps are too old
     */
    public static FakeCloudWatch start(Clock clock) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            FakeCloudWatch fake = new FakeCloudWatch(server, clock);
            server.createContext("/", fake::handle);
            server.setExecutor(fake.threads);
            server.start();
            return fake;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Sets the function that decides whether valid requests are refused. The function gets the data of a request. */
    public void mood(Function<List<PutDatum>, Optional<Refusal>> next) {
        mood = next;
    }

    /** Returns all requests, including refused requests. */
    public List<PutRequest> requests() {
        return List.copyOf(requests);
    }

    /** Returns all data of accepted requests. */
    public List<PutDatum> data() {
        return requests.stream().flatMap(request -> request.data().stream()).toList();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, List<String>> headers = new TreeMap<>();
            exchange.getRequestHeaders()
                    .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), List.copyOf(values)));
            byte[] wireBody = exchange.getRequestBody().readAllBytes();
            PutRequest request = judge(exchange.getRequestMethod(), exchange.getRequestURI(), headers, wireBody);
            requests.add(request);
            answer(exchange, request.refusal());
        }
    }

    private PutRequest judge(String method, URI uri, Map<String, List<String>> headers, byte[] wireBody)
            throws IOException {
        PutRequest.Head head = new PutRequest.Head(method, uri, headers);
        byte[] body = wireBody;
        try {
            checkHead(method, uri, headers);
            if (headers.getOrDefault("content-encoding", List.of()).equals(List.of("gzip"))) {
                try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(wireBody))) {
                    body = gzip.readAllBytes();
                }
            }
            if (body.length > LARGEST_BODY) {
                throw new RefusedRequest(new Refusal(413, "RequestEntityTooLarge", "Request size exceeded 1 MB"));
            }
            PutMetricDataReader.Put put = new PutMetricDataReader(clock.instant()).read(Cbor.read(body));
            Optional<Refusal> refusal = mood.apply(put.data());
            return new PutRequest(
                    head, wireBody, body, put.namespace(), refusal.isPresent() ? List.of() : put.data(), refusal);
        } catch (RefusedRequest e) {
            return new PutRequest(head, wireBody, body, "", List.of(), Optional.of(e.refusal()));
        } catch (MalformedCbor e) {
            Refusal refusal = new Refusal(400, "SerializationException", String.valueOf(e.getMessage()));
            return new PutRequest(head, wireBody, body, "", List.of(), Optional.of(refusal));
        }
    }

    private static void checkHead(String method, URI uri, Map<String, List<String>> headers) throws RefusedRequest {
        if (!method.equals("POST") || !uri.toString().equals(PATH)) {
            throw new RefusedRequest(new Refusal(404, "UnknownOperationException", method + " " + uri));
        }
        header(headers, "smithy-protocol", "rpc-v2-cbor");
        header(headers, "content-type", "application/cbor");
        String authorization = String.join("", headers.getOrDefault("authorization", List.of()));
        if (!authorization.matches("AWS4-HMAC-SHA256 Credential=\\w+/\\d{8}/[a-z0-9-]+/monitoring/aws4_request, "
                + "SignedHeaders=[a-z0-9;-]*host;[a-z0-9;-]+, Signature=[0-9a-f]{64}")) {
            throw new RefusedRequest(
                    new Refusal(403, "MissingAuthenticationToken", "Request is missing Authentication Token"));
        }
    }

    private static void header(Map<String, List<String>> headers, String name, String value) throws RefusedRequest {
        if (!headers.getOrDefault(name, List.of()).equals(List.of(value))) {
            throw new RefusedRequest(new Refusal(400, "UnknownOperationException", name + " is not " + value));
        }
    }

    private static void answer(HttpExchange exchange, Optional<Refusal> refusal) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/cbor");
        exchange.getResponseHeaders().set("smithy-protocol", "rpc-v2-cbor");
        exchange.getResponseHeaders().set("x-amzn-requestid", "00000000-0000-0000-0000-000000000000");
        Map<String, String> body = refusal.map(error ->
                        Map.of("__type", "com.amazonaws.cloudwatch#" + error.code(), "message", error.message()))
                .orElse(Map.of());
        refusal.ifPresent(error -> exchange.getResponseHeaders()
                .set("x-amzn-query-error", error.code() + (error.status() < 500 ? ";Sender" : ";Receiver")));
        byte[] bytes = Cbor.write(body);
        exchange.sendResponseHeaders(refusal.map(Refusal::status).orElse(200), bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public String toString() {
        return requests.stream()
                .map(request -> request.refusal().map(Refusal::code).orElse("taken"))
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
