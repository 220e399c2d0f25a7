package dev.sluice.simulator.kubernetes.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * Serves an {@link ObjectStore} on loopback like kube-apiserver 1.36: discovery, paged lists, watches, single objects
 * and the scale subresource of NodeSets. Initially, Slinky's NodeSets are the only installed custom resource. Ignores
 * credentials except in reviews. A PUT to {@code /simulator/metrics-from} sets the metric source of the autoscalers.
 * Thread-safe.
 */
public final class SimulatedApiServer implements AutoCloseable {
    private static final String METRICS_FROM = "/simulator/metrics-from";
    private static final String SCALE = "scale";
    private static final Set<ResourceType> ALL = EnumSet.allOf(ResourceType.class);

    private final ObjectStore store;
    private final ObjectResponses objects;
    private final Watches watches;
    private final Reviews reviews = new Reviews();
    private final Set<ResourceType> installed = ConcurrentHashMap.newKeySet();
    private final Discovery discovery = new Discovery(installed);
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private final Consumer<String> metricsFrom;
    private final ExecutorService workers = Executors.newCachedThreadPool(SimulatedApiServer::daemon);
    /** The number of responses per path since a restart. */
    private final Map<String, Integer> sinceStart = new ConcurrentHashMap<>();

    private volatile ObjectMapper writer = Trees.writer(UnaryOperator.identity());
    private volatile boolean starting;
    private volatile boolean watchesEndAtOnce;

    private SimulatedApiServer(
            ObjectStore store, int port, Duration bookmarkEvery, LongSupplier nanoTime, Consumer<String> metricsFrom)
            throws IOException {
        this.store = store;
        this.objects = new ObjectResponses(store);
        this.watches = new Watches(store, bookmarkEvery, nanoTime, () -> writer);
        this.metricsFrom = metricsFrom;
        ALL.stream()
                .filter(type -> !type.custom() || type == ResourceType.NODE_SETS)
                .forEach(installed::add);
        this.server =
                HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), 0);
        server.setExecutor(workers);
        server.createContext("/", this::handle);
        server.start();
    }

    /**
     * Starts a server that serves versions from the store's current version on. Watches from older versions get a 410.
     *
     * @param port port to listen on; 0 for a free port
     * @param bookmarkEvery interval of a watch's bookmarks
     * @param metricsFrom sets the metric source; throws IllegalArgumentException with a readable message for invalid input
     */
    public static SimulatedApiServer start(
            ObjectStore store, int port, Duration bookmarkEvery, Consumer<String> metricsFrom) throws IOException {
        return new SimulatedApiServer(store, port, bookmarkEvery, System::nanoTime, metricsFrom);
    }

    /**
     * Starts the server on a free port, without autoscalers.
     *
     * @param nanoTime clock of watch timeouts and bookmarks; call {@link #tick} after the clock jumps
     */
    public static SimulatedApiServer start(ObjectStore store, Duration bookmarkEvery, LongSupplier nanoTime)
            throws IOException {
        return new SimulatedApiServer(store, 0, bookmarkEvery, nanoTime, url -> {
            throw new IllegalArgumentException("no autoscalers here");
        });
    }

    /** Returns the address: {@code http://127.0.0.1:PORT}. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Sets the conversion of simulated times. */
    public void showTimes(UnaryOperator<Instant> shown) {
        writer = Trees.writer(shown);
    }

    /** Stores an object directly, as kube-apiserver itself does for some objects. */
    public void put(ResourceType type, ObjectNode object) {
        store.apply(type, object);
    }

    /**
     * Adds users by token prefix: the token {@code NAME-ANYTHING.ANYTHING} belongs to the user {@code NAME-ANYTHING}.
     *
     * @param mayRead true to grant the requests of these users
     */
    public void know(String name, boolean mayRead) {
        reviews.know(name, mayRead);
    }

    /** Installs a resource, like a new CustomResourceDefinition. */
    public void install(ResourceType type) {
        installed.add(type);
    }

    /** Uninstalls a resource without objects, like a deleted CustomResourceDefinition, and ends its watches. */
    public void uninstall(ResourceType type) {
        installed.remove(type);
        watches.end(Set.of(type), Watches.Ending.TIMEOUT);
    }

    /**
     * Simulates a server that was killed and restarted. Watches break without a last chunk. A watch cannot start at an
     * earlier version. The first responses for each path are 403 (roles not read yet), then 503 for groups and 429 for
     * objects.
     */
    public void restart() {
        sinceStart.clear();
        starting = true;
        watches.restart();
        watches.end(ALL, Watches.Ending.CUT);
    }

    /** Ends all open watches in the same way as their timeout. */
    public void endWatches() {
        watches.end(ALL, Watches.Ending.TIMEOUT);
    }

    /** Sends an ERROR event to all open watches, and ends these watches. */
    public void failWatches(int code, String reason, String message) {
        watches.end(ALL, new Watches.Ending(Optional.of(new Refusal(code, reason, message).status()), false));
    }

    /** Makes watches end immediately, without an event. */
    public void watchesEndAtOnce(boolean now) {
        watchesEndAtOnce = now;
    }

    /** Wakes the watches after the clock of the watches has jumped. */
    public void tick() {
        store.wake();
    }

    /** Returns true if all open watches have handled the last jump of their clock. */
    public boolean idle() {
        return watches.idle();
    }

    public int openWatches() {
        return watches.open();
    }

    /** Returns all requests so far, such as {@code watch /api/v1/pods?watch=1}: RBAC verb, path and query. */
    public List<String> received() {
        return List.copyOf(received);
    }

    @Override
    public void close() {
        store.close();
        server.stop(0);
        workers.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try {
            try {
                answer(exchange);
            } catch (Refusal refused) {
                refused.retryAfter()
                        .ifPresent(seconds -> exchange.getResponseHeaders().set("Retry-After", seconds));
                send(exchange, refused.code(), refused.status());
            }
            exchange.close();
        } catch (Watches.CutException cut) {
            // Does not close the exchange, because that would end the body correctly. The server closes the connection.
            throw cut;
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
            exchange.close();
        } catch (IOException gone) {
            exchange.close();
        }
    }

    private void answer(HttpExchange exchange) throws Refusal, IOException, InterruptedException {
        URI uri = exchange.getRequestURI();
        Optional<ApiRequest> request = ApiRequest.parse(uri).filter(asked -> installed.contains(asked.type()));
        String verb = verb(exchange.getRequestMethod(), request);
        received.add(verb + " " + uri);
        if (request.isPresent()) {
            checkStarted(verb + " " + uri.getPath(), Refusal.forbidden(verb, request.get()), Refusal.initializing());
            objects(exchange, request.get());
        } else if (Reviews.answers(uri.getPath()) && exchange.getRequestMethod().equals("POST")) {
            send(exchange, 201, reviews.answer(body(exchange)));
        } else if (uri.getPath().equals(METRICS_FROM)) {
            setMetricsFrom(exchange);
        } else {
            checkStarted(uri.getPath(), Refusal.forbiddenPath(uri.getPath()), Refusal.notInstalled());
            Optional<ObjectNode> discovered = discovery.answer(uri.getPath());
            if (discovered.isPresent()) {
                send(exchange, 200, discovered.get());
            } else {
                // The real server sends text, not a Status, for unknown paths.
                text(exchange, 404, "404 page not found\n");
            }
        }
    }

    /** Returns the RBAC verb of the request. */
    private static String verb(String method, Optional<ApiRequest> request) {
        return switch (method) {
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> "delete";
            default ->
                request.filter(asked -> asked.name().isEmpty())
                        .map(asked -> asked.watches() ? "watch" : "list")
                        .orElse("get");
        };
    }

    private void checkStarted(String what, Refusal first, Refusal second) throws Refusal {
        int responses = starting ? sinceStart.merge(what, 1, Integer::sum) : Integer.MAX_VALUE;
        if (responses <= 2) {
            throw responses == 1 ? first : second;
        }
    }

    private void objects(HttpExchange exchange, ApiRequest request) throws Refusal, IOException, InterruptedException {
        boolean get = exchange.getRequestMethod().equals("GET");
        if (request.subresource().equals(SCALE) && request.type().scales()) {
            if (!get && !exchange.getRequestMethod().matches("PUT|PATCH")) {
                throw Refusal.notAllowed();
            }
            send(exchange, 200, get ? objects.scale(request) : objects.scale(request, body(exchange)));
        } else if (!request.subresource().isEmpty()) {
            throw Refusal.notFound(request);
        } else if (!get) {
            throw Refusal.notAllowed();
        } else if (!request.name().isEmpty()) {
            send(exchange, 200, objects.get(request));
        } else if (request.watches()) {
            Watches.Body events = watches.begin(request);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            // Sends the headers now, because the client must see that the watch has begun, even without an event.
            exchange.getResponseBody().flush();
            if (!watchesEndAtOnce) {
                events.send(exchange.getResponseBody());
            }
        } else {
            send(exchange, 200, objects.list(request));
        }
    }

    private void setMetricsFrom(HttpExchange exchange) throws Refusal, IOException {
        if (!exchange.getRequestMethod().equals("PUT")) {
            throw Refusal.notAllowed();
        }
        String url = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            metricsFrom.accept(url);
            text(exchange, 200, "ok\n");
        } catch (IllegalArgumentException bad) {
            text(exchange, 400, bad.getMessage() + "\n");
        }
    }

    private static ObjectNode body(HttpExchange exchange) throws Refusal, IOException {
        try {
            return Trees.parse(exchange.getRequestBody().readAllBytes());
        } catch (IllegalArgumentException unreadable) {
            throw Refusal.badRequest("the body is no JSON object: " + unreadable.getMessage());
        }
    }

    private void send(HttpExchange exchange, int status, JsonNode tree) throws IOException {
        send(exchange, status, "application/json", Trees.bytes(writer, tree));
    }

    private static void text(HttpExchange exchange, int status, String text) throws IOException {
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        send(exchange, status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        // Reads the body, because the server would read an unread body as the next request on the connection.
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().set("Cache-Control", "no-cache, private");
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "simulated-apiserver");
        thread.setDaemon(true);
        return thread;
    }
}
