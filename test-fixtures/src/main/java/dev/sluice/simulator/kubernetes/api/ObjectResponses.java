package dev.sluice.simulator.kubernetes.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Answers requests for lists in pages, single objects, and the scale subresource of NodeSets. */
final class ObjectResponses {
    private final ObjectStore store;

    ObjectResponses(ObjectStore store) {
        this.store = store;
    }

    ObjectNode get(ApiRequest request) throws Refusal {
        return store.get(request.type(), request.namespace(), request.name())
                .orElseThrow(() -> Refusal.notFound(request));
    }

    /** The start of the next page: version of the list, or -1 for the current version, and position before the page. */
    private record Token(long version, String after) {
        static Token parse(String text) throws Refusal {
            try {
                String[] parts = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8).split(" ", 2);
                return new Token(Long.parseLong(parts[0]), parts[1]);
            } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException unreadable) {
                throw Refusal.badRequest(
                        "invalid continue token: continue key is not valid: " + unreadable.getMessage());
            }
        }

        String text() {
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString((version + " " + after).getBytes(StandardCharsets.UTF_8));
        }
    }

    ObjectNode list(ApiRequest request) throws Refusal {
        Selector selector = request.selector();
        boolean fromCache = request.version(400) == 0
                && !request.parameter("resourceVersion").isEmpty();
        int limit = fromCache ? 0 : request.number("limit");
        String text = request.parameter("continue");
        Token token = text.isEmpty() ? new Token(-1, "") : Token.parse(text);
        // Reads the store once, so that version and objects are consistent.
        synchronized (store) {
            long version = token.version() > 0 ? token.version() : store.version();
            List<ObjectNode> objects = store.listAt(request.type(), version)
                    .orElseThrow(() -> Refusal.expiredPage(new Token(-1, token.after()).text()));
            List<ObjectNode> wanted = objects.stream()
                    .filter(selector::selects)
                    .filter(object -> ObjectStore.position(object).compareTo(token.after()) > 0)
                    .toList();
            return page(request, wanted, version, limit == 0 ? Integer.MAX_VALUE : limit);
        }
    }

    private static ObjectNode page(ApiRequest request, List<ObjectNode> wanted, long version, int limit) {
        List<ObjectNode> shown = wanted.subList(0, Math.min(limit, wanted.size()));
        ResourceType type = request.type();
        ObjectNode metadata = Trees.object("resourceVersion", Long.toString(version));
        if (shown.size() < wanted.size()) {
            String last = ObjectStore.position(shown.get(shown.size() - 1));
            metadata.put("continue", new Token(version, last).text());
            // Like the real server, counts the remaining objects only if the request has no selector.
            if ((request.parameter("labelSelector") + request.parameter("fieldSelector")).isEmpty()) {
                metadata.put("remainingItemCount", wanted.size() - shown.size());
            }
        } else if (type.custom()) {
            metadata.put("continue", "");
        }
        List<JsonNode> items = new ArrayList<>();
        for (ObjectNode object : shown) {
            ObjectNode item = Trees.object().<ObjectNode>setAll(object);
            // Only the items of custom resources have a kind and a version.
            items.add(type.custom() ? item : item.without(List.of("kind", "apiVersion")));
        }
        return Trees.object(
                "kind", type.kind() + "List", "apiVersion", type.groupVersion(), "metadata", metadata, "items", items);
    }

    ObjectNode scale(ApiRequest request) throws Refusal {
        ObjectNode stored = get(request);
        JsonNode metadata = stored.path("metadata");
        int replicas = ObjectStore.replicas(stored);
        return Trees.object(
                "kind",
                "Scale",
                "apiVersion",
                "autoscaling/v1",
                "metadata",
                Trees.object()
                        .<ObjectNode>setAll((ObjectNode) metadata)
                        .retain("name", "namespace", "uid", "resourceVersion", "creationTimestamp"),
                "spec",
                // A missing number means 0, as in every response of the real server.
                Trees.object("replicas", Optional.of(replicas).filter(some -> some != 0)),
                "status",
                Trees.object(
                        "replicas",
                        stored.at("/status/replicas").asInt(),
                        "selector",
                        Optional.ofNullable(stored.path("status").get("selector"))));
    }

    /**
     * Sets the replicas.
     *
     * @param wish object of kind Scale; for a patch, only the changed part of the Scale
     */
    ObjectNode scale(ApiRequest request, ObjectNode wish) throws Refusal {
        synchronized (store) {
            ObjectNode stored = get(request);
            request.checkUnchanged(stored, wish);
            long replicas = wish.at("/spec/replicas").asLong(ObjectStore.replicas(stored));
            if (replicas < 0 || replicas > Integer.MAX_VALUE) {
                throw Refusal.negativeReplicas(request, replicas);
            }
            if (request.parameter("dryRun").isEmpty()) {
                store.setReplicas(request.namespace(), request.name(), (int) replicas);
            }
            return scale(request);
        }
    }
}
