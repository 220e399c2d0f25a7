package dev.sluice.simulator.kubernetes.api;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
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
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Serves an {@link ObjectStore} like kube-apiserver 1.36: discovery, paged lists, watches, single objects and the scale
 * subresource of NodeSets. Initially, Slinky's NodeSets are the only installed custom resource, and Secrets and
 * APIServices are not installed. Ignores credentials except in reviews. Thread-safe.
 */
public final class ApiHandler implements HttpHandler {
    private final ObjectStore store;
    private final Set<ResourceType> installed = ConcurrentHashMap.newKeySet();
    private final Discovery discovery = new Discovery(installed);
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final Lists lists;
    private final ScaleSubresource scale;
    private final Writes writes;
    private final Reviews reviews;
    private final Watches watches;
    private final ApiFaults faults;
    private volatile UnaryOperator<Instant> shown = UnaryOperator.identity();

    /**
     * Creates a handler that serves versions from the store's current version on. Watches from older versions get a
     * 410.
     *
     * @param bookmarkEvery interval of a watch's bookmarks
     * @param nanoTime clock of watch timeouts and bookmarks; call {@link #tick} after the clock jumps
     */
    public ApiHandler(ObjectStore store, Duration bookmarkEvery, LongSupplier nanoTime) {
        this.store = store;
        this.lists = new Lists(store);
        this.scale = new ScaleSubresource(store);
        this.writes = new Writes(store);
        this.watches = new Watches(store, bookmarkEvery, nanoTime, () -> shown);
        this.faults = new ApiFaults(watches::end, watches::restart);
        this.reviews = new Reviews(faults);
        installed.addAll(EnumSet.allOf(ResourceType.class));
        Stream.of(
                        ResourceType.SECRETS,
                        ResourceType.API_SERVICES,
                        ResourceType.SOPERATOR_NODE_SETS,
                        ResourceType.SUNK_NODE_SETS,
                        ResourceType.SCALED_OBJECTS)
                .forEach(installed::remove);
    }

    /** Returns the server's faults, for tests to change. */
    public ApiFaults faults() {
        return faults;
    }

    /** Sets the conversion of simulated times. */
    void showTimes(UnaryOperator<Instant> as) {
        shown = as;
    }

    /** Stores an object directly, as kube-apiserver itself does for some objects. */
    public void put(ObjectKey key, Map<String, Object> body) {
        store.apply(key, body);
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

    /**
     * Uninstalls a resource, like a deleted CustomResourceDefinition: removes the objects of the resource, and ends the
     * watches of these objects.
     */
    public void uninstall(ResourceType type) {
        store.list(type).forEach(object -> store.delete(object.key()));
        installed.remove(type);
        watches.end(type);
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
    public void handle(HttpExchange exchange) throws IOException {
        try {
            try {
                answer(exchange);
            } catch (ApiException refused) {
                send(exchange, refused);
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

    private void answer(HttpExchange exchange) throws ApiException, IOException, InterruptedException {
        URI uri = exchange.getRequestURI();
        Optional<ApiRequest> request = ApiRequest.parse(uri).filter(asked -> installed.contains(asked.type()));
        received.add(verb(exchange, request) + " " + uri);
        if (uri.getPath().matches("/(readyz|livez|healthz)")) {
            text(exchange, 200, "ok");
        } else if (request.isPresent()) {
            faults.check(verb(exchange, request), request.get());
            if (request.get().subresource().isEmpty()) {
                objects(exchange, request.get());
            } else {
                scale(exchange, request.get());
            }
        } else if (Reviews.answers(uri.getPath()) && exchange.getRequestMethod().equals("POST")) {
            send(exchange, 201, reviews.answer(Json.parse(body(exchange))));
        } else {
            faults.checkDiscovery(uri.getPath());
            Optional<Map<String, Object>> discovered = discovery.answer(uri.getPath());
            if (discovered.isPresent()) {
                send(exchange, 200, discovered.get());
            } else {
                // The real server sends text, not a Status, for unknown paths.
                text(exchange, 404, "404 page not found\n");
            }
        }
    }

    /** Returns the RBAC verb of the request. */
    private static String verb(HttpExchange exchange, Optional<ApiRequest> request) {
        return switch (exchange.getRequestMethod()) {
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

    private void objects(HttpExchange exchange, ApiRequest request)
            throws ApiException, IOException, InterruptedException {
        if (!exchange.getRequestMethod().equals("GET")) {
            Map<String, Object> written =
                    writes.answer(exchange.getRequestMethod(), request, Json.parse(body(exchange)));
            send(exchange, exchange.getRequestMethod().equals("POST") ? 201 : 200, written);
            return;
        }
        if (!request.name().isEmpty()) {
            StoredObject object = store.get(request.key()).orElseThrow(() -> ApiException.notFound(request.key()));
            send(exchange, 200, object.complete());
        } else if (request.watches()) {
            Watches.Begun watch = watches.begin(request);
            if (faults.expiredAsStatus() && watches.expired(watch)) {
                throw ApiException.expired();
            }
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            // Sends the headers now, because the client must see that the watch has begun, even without an event.
            exchange.getResponseBody().flush();
            if (!faults.watchesEndAtOnce()) {
                watches.serve(watch, exchange.getResponseBody());
            }
        } else {
            send(exchange, 200, lists.answer(request));
        }
    }

    private void scale(HttpExchange exchange, ApiRequest request) throws ApiException, IOException {
        if (!request.subresource().equals("scale") || !request.type().scales()) {
            throw ApiException.notFound(request.key());
        }
        switch (exchange.getRequestMethod()) {
            case "GET" -> send(exchange, 200, scale.get(request.key()));
            case "PUT" -> send(exchange, 200, scale.set(request, body(exchange)));
            case "PATCH" -> {
                String type = String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type"));
                if (!type.startsWith("application/merge-patch+json")) {
                    throw ApiException.unsupportedMediaType();
                }
                send(exchange, 200, scale.set(request, body(exchange)));
            }
            default -> throw ApiException.notAllowed();
        }
    }

    static byte[] body(HttpExchange exchange) throws IOException {
        return exchange.getRequestBody().readAllBytes();
    }

    static void send(HttpExchange exchange, ApiException refused) throws IOException {
        refused.retryAfter()
                .ifPresent(seconds -> exchange.getResponseHeaders().set("Retry-After", Long.toString(seconds)));
        byte[] status = Json.bytes(refused.status(), UnaryOperator.identity());
        send(exchange, refused.code(), "application/json", status);
    }

    private void send(HttpExchange exchange, int status, Map<String, Object> tree) throws IOException {
        send(exchange, status, "application/json", Json.bytes(tree, shown));
    }

    static void text(HttpExchange exchange, int status, String text) throws IOException {
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
}
