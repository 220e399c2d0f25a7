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
 * Answers for an {@link ObjectStore} as kube-apiserver 1.36 does: discovery, lists in pages, watches, single objects and
 * the scale of NodeSets. Of the kinds that a CustomResourceDefinition makes, Slinky's NodeSets alone are installed to
 * begin with; Secrets and APIServices are not. Credentials are not looked at, but in reviews. Safe for several threads.
 */
public final class ApiHandler implements HttpHandler {
    private final ObjectStore store;
    private final Set<ResourceType> installed = ConcurrentHashMap.newKeySet();
    private final Discovery discovery = new Discovery(installed);
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final Lists lists;
    private final ScaleSubresource scale;
    private final Writes writes;
    private final Reviews reviews = new Reviews();
    private final Watches watches;
    private final ApiFaults faults;
    private volatile UnaryOperator<Instant> shown = UnaryOperator.identity();

    /**
     * Answers, from the store's present version on: watches from older versions get a 410.
     *
     * @param bookmarkEvery pause between the bookmarks of a watch
     * @param nanoTime clock of the watches' timeouts and bookmarks; after a jump of it, {@link #tick} is called
     */
    public ApiHandler(ObjectStore store, Duration bookmarkEvery, LongSupplier nanoTime) {
        this.store = store;
        this.lists = new Lists(store);
        this.scale = new ScaleSubresource(store);
        this.writes = new Writes(store);
        this.watches = new Watches(store, bookmarkEvery, nanoTime, () -> shown);
        this.faults = new ApiFaults(watches::end, watches::restart);
        installed.addAll(EnumSet.allOf(ResourceType.class));
        Stream.of(
                        ResourceType.SECRETS,
                        ResourceType.API_SERVICES,
                        ResourceType.SOPERATOR_NODE_SETS,
                        ResourceType.SUNK_NODE_SETS,
                        ResourceType.SCALED_OBJECTS)
                .forEach(installed::remove);
    }

    /** What is wrong with the server, for tests to change. */
    public ApiFaults faults() {
        return faults;
    }

    /** How times of the simulation appear from now on. */
    void showTimes(UnaryOperator<Instant> as) {
        shown = as;
    }

    /** Stores an object, as kube-apiserver itself does with some. */
    public void put(ObjectKey key, Map<String, Object> body) {
        store.apply(key, body);
    }

    /**
     * Knows users by their tokens, {@code NAME-ANYTHING.ANYTHING} being that of the user {@code NAME-ANYTHING}.
     *
     * @param mayRead whether they are allowed what they ask
     */
    public void know(String name, boolean mayRead) {
        reviews.know(name, mayRead);
    }

    /** As when a CustomResourceDefinition is made. */
    public void install(ResourceType type) {
        installed.add(type);
    }

    /** As when a CustomResourceDefinition is deleted: its objects go, and watches of them end. */
    public void uninstall(ResourceType type) {
        store.list(type).forEach(object -> store.delete(object.key()));
        installed.remove(type);
        watches.end(type);
    }

    /** The clock of the watches has jumped. */
    public void tick() {
        store.wake();
    }

    /** Whether all open watches have seen the last jump of their clock, and have sent what it called for. */
    public boolean idle() {
        return watches.idle();
    }

    /** Watches that are open now. */
    public int openWatches() {
        return watches.open();
    }

    /** All requests so far, such as {@code watch /api/v1/pods?watch=1}: verb of a role, path and query. */
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
            // Not closed, for that would end the body properly: the server closes the connection.
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
                // Not a Status: what the server does not know at all it answers so.
                text(exchange, 404, "404 page not found\n");
            }
        }
    }

    /** The verb that a role would have to allow. */
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
            // The client must see that the watch has begun, even where there is nothing to send.
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
        // A body that nobody has read would be taken for the next request on the connection.
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().set("Cache-Control", "no-cache, private");
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }
}
