package dev.sluice.simulator.kubernetes.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import dev.sluice.fixtures.LoopbackServer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Serves an {@link ObjectStore} on loopback like kube-apiserver 1.36, as far as Sluice reads it: API groups, paged
 * lists, watches and single objects. Initially, Slinky's NodeSets are the only installed custom resource.
 * Ignores credentials. A PUT to {@code /simulator/metrics-from} sets the metric source of the
 * autoscalers. Thread-safe.
 */
public final class SimulatedApiServer implements AutoCloseable {
    private static final String METRICS_FROM = "/simulator/metrics-from";

    private final ObjectStore store;
    private final Watches watches;
    private final Set<ResourceType> installed = ConcurrentHashMap.newKeySet();
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final LoopbackServer server;
    private final Consumer<String> metricsFrom;
    private volatile ObjectMapper writer = Trees.writer(UnaryOperator.identity());
    private volatile boolean watchesEndAtOnce;

    /**
     * Starts a server on a free port.
     *
     * @param bookmarkEvery interval of a watch's bookmarks
     * @param nanoTime clock of watch timeouts and bookmarks; call {@link #tick} after the clock jumps
     * @param metricsFrom sets the metric source; throws IllegalArgumentException with a readable message for invalid
     *     input
     */
    public SimulatedApiServer(
            ObjectStore store, Duration bookmarkEvery, LongSupplier nanoTime, Consumer<String> metricsFrom)
            throws IOException {
        this.store = store;
        store.forget();
        this.watches = new Watches(store, bookmarkEvery, nanoTime, () -> writer, ConcurrentHashMap.newKeySet());
        this.metricsFrom = metricsFrom;
        Stream.of(ResourceType.values())
                .filter(type -> !type.custom() || type == ResourceType.NODE_SETS)
                .forEach(installed::add);
        this.server = new LoopbackServer(0, this::handle);
    }

    /** Starts a server without autoscalers on a free port. */
    public SimulatedApiServer(ObjectStore store, Duration bookmarkEvery) throws IOException {
        this(store, bookmarkEvery, System::nanoTime, url -> {
            throw new IllegalArgumentException("no autoscalers here");
        });
    }

    /** Returns the address: {@code http://127.0.0.1:PORT}. */
    public URI uri() {
        return server.uri();
    }

    /** Sets the conversion of simulated times. */
    public void showTimes(UnaryOperator<Instant> shown) {
        writer = Trees.writer(shown);
    }

    /** Stores an object directly, as kube-apiserver itself does for some objects. */
    public void put(ResourceType type, ObjectNode object) {
        store.apply(type, object);
    }

    /** Installs a resource, like a new CustomResourceDefinition. */
    public void install(ResourceType type) {
        installed.add(type);
    }

    /** Uninstalls a resource without objects, like a deleted CustomResourceDefinition, and ends its watches. */
    public void uninstall(ResourceType type) {
        installed.remove(type);
        watches.end(type::equals);
    }

    /** Ends all open watches in the same way as their timeout. */
    public void endWatches() {
        watches.end(type -> true);
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
        return watches.open().size();
    }

    /** Returns all requests so far, such as {@code watch /api/v1/pods?watch=1}. */
    public List<String> received() {
        return List.copyOf(received);
    }

    @Override
    public void close() {
        store.close();
        server.close();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            try {
                answer(exchange);
            } catch (Refusal refused) {
                send(exchange, refused.code(), refused.status());
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(HttpExchange exchange) throws Refusal, IOException, InterruptedException {
        URI uri = exchange.getRequestURI();
        String path = uri.getPath();
        boolean watch = uri.toString().contains("watch=");
        received.add((watch ? "watch" : exchange.getRequestMethod().toLowerCase(Locale.ROOT)) + " " + uri);
        if (path.equals(METRICS_FROM)) {
            setMetricsFrom(exchange);
        } else {
            Optional<ApiRequest> request = ApiRequest.parse(uri).filter(asked -> installed.contains(asked.type()));
            if (path.equals("/apis")) {
                send(exchange, 200, groups());
            } else if (request.isEmpty()) {
                // The real server sends text, not a Status, for unknown paths.
                LoopbackServer.send(exchange, 404, "text/plain; charset=utf-8", "404 page not found\n");
            } else if (request.get().isTrue("watch")) {
                watch(exchange, request.get());
            } else {
                send(exchange, 200, request.get().name().isEmpty() ? list(request.get()) : get(request.get()));
            }
        }
    }

    /** Each group has one version. */
    private ObjectNode groups() {
        List<ObjectNode> groups = Stream.of(ResourceType.values())
                .filter(type -> installed.contains(type) && !type.group().isEmpty())
                .map(type -> {
                    String version = type.groupVersion().substring(type.group().length() + 1);
                    ObjectNode only = Trees.object("groupVersion", type.groupVersion(), "version", version);
                    return Trees.object("name", type.group(), "versions", List.of(only), "preferredVersion", only);
                })
                .toList();
        return Trees.object("kind", "APIGroupList", "apiVersion", "v1", "groups", groups);
    }

    private void watch(HttpExchange exchange, ApiRequest request) throws Refusal, IOException, InterruptedException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, 0);
        // Sends the headers now, because the client must see that the watch has begun, even without an event.
        exchange.getResponseBody().flush();
        if (!watchesEndAtOnce) {
            watches.send(request, exchange.getResponseBody());
        }
    }

    private ObjectNode get(ApiRequest request) throws Refusal {
        return store.get(request.type(), request.namespace(), request.name())
                .orElseThrow(() -> Refusal.notFound(request));
    }

    /**
     * Returns a page of the current objects. The continue token is the version of the first page and the position of
     * the last object. A watch from this version gets the changes between the pages.
     */
    private ObjectNode list(ApiRequest request) throws Refusal {
        String[] token = (request.parameter("continue") + " ").split(" ", -1);
        String version;
        List<ObjectNode> objects;
        synchronized (store) {
            version = token[0].isEmpty() ? Long.toString(store.version()) : token[0];
            objects = store.list(request.type());
        }
        long limit = request.number("limit");
        List<JsonNode> items = new ArrayList<>();
        String last = "";
        String next = "";
        for (ObjectNode object : objects) {
            String position = ObjectStore.position(object);
            if (position.compareTo(token[1]) > 0 && request.selects(object)) {
                if (limit > 0 && items.size() == limit) {
                    next = version + " " + last;
                    break;
                }
                last = position;
                // Only the items of custom resources have a kind and a version.
                ObjectNode item = Trees.object().setAll(object);
                items.add(request.type().custom() ? item : item.without(List.of("kind", "apiVersion")));
            }
        }
        ObjectNode metadata = Trees.object("resourceVersion", version);
        Trees.set(
                metadata,
                "",
                "continue",
                Optional.of(next)
                        .filter(text -> !text.isEmpty() || request.type().custom()));
        ResourceType type = request.type();
        return Trees.object(
                "kind", type.kind() + "List", "apiVersion", type.groupVersion(), "metadata", metadata, "items", items);
    }

    private void setMetricsFrom(HttpExchange exchange) throws IOException {
        String url = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            metricsFrom.accept(url);
            LoopbackServer.send(exchange, 200, "text/plain", "ok\n");
        } catch (IllegalArgumentException bad) {
            LoopbackServer.send(exchange, 400, "text/plain", bad.getMessage() + "\n");
        }
    }

    private void send(HttpExchange exchange, int status, JsonNode tree) throws IOException {
        LoopbackServer.send(
                exchange, status, "application/json", new String(Trees.bytes(writer, tree), StandardCharsets.UTF_8));
    }
}
