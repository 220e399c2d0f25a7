package dev.sluice.simulator.kubernetes.api;

import static dev.sluice.simulator.kubernetes.api.Trees.member;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** The scale subresource of NodeSets, for HorizontalPodAutoscalers and {@code kubectl scale}. */
public final class ScaleSubresource {
    private final ObjectStore store;

    ScaleSubresource(ObjectStore store) {
        this.store = store;
    }

    Map<String, Object> get(ObjectKey key) throws ApiException {
        return scale(stored(key));
    }

    /**
     * Sets the replicas.
     *
     * @param body object of kind Scale; for a patch, only the changed part of the Scale
     */
    Map<String, Object> set(ApiRequest request, byte[] body) throws ApiException {
        Map<String, Object> wish;
        try {
            wish = Json.parse(body);
        } catch (IOException unreadable) {
            throw ApiException.badRequest("the body is no JSON object: " + unreadable.getMessage());
        }
        ObjectKey key = request.key();
        synchronized (store) {
            StoredObject stored = Writes.unchanged(key, store.get(key), wish);
            long replicas = Trees.number(Trees.at(wish, "spec"), "replicas").orElse(replicas(stored.body()));
            if (replicas < 0 || replicas > Integer.MAX_VALUE) {
                throw ApiException.invalidReplicas(key, replicas);
            }
            Map<String, Object> changed = withReplicas(stored.body(), replicas);
            if (!request.parameter("dryRun").isEmpty()) {
                return scale(new StoredObject(key, stored.version(), changed));
            }
            store.apply(key, changed);
            return scale(stored(key));
        }
    }

    /** Returns the replicas of a NodeSet's spec. */
    public static long replicas(Map<String, Object> nodeSet) {
        return Trees.number(Trees.at(nodeSet, "spec"), "replicas").orElse(1L);
    }

    /** Returns the NodeSet with the given replicas. Increments the generation if the number of replicas changes. */
    public static Map<String, Object> withReplicas(Map<String, Object> nodeSet, long replicas) {
        if (replicas == replicas(nodeSet)) {
            return nodeSet;
        }
        Map<String, Object> metadata = Trees.at(nodeSet, "metadata");
        long generation = Trees.number(metadata, "generation").orElse(0L) + 1;
        Map<String, Object> counted = Trees.with(nodeSet, "metadata", Trees.with(metadata, "generation", generation));
        return Trees.with(counted, "spec", Trees.with(Trees.at(nodeSet, "spec"), "replicas", replicas));
    }

    private StoredObject stored(ObjectKey key) throws ApiException {
        return store.get(key).orElseThrow(() -> ApiException.notFound(key));
    }

    private static Map<String, Object> scale(StoredObject stored) {
        Map<String, Object> metadata = Trees.at(stored.body(), "metadata");
        Map<String, Object> status = Trees.at(stored.body(), "status");
        long replicas = replicas(stored.body());
        return Trees.object(
                member("kind", "Scale"),
                member("apiVersion", "autoscaling/v1"),
                member(
                        "metadata",
                        Trees.object(
                                member("name", stored.key().name()),
                                member("namespace", stored.key().namespace()),
                                member("uid", Optional.ofNullable(metadata.get("uid"))),
                                member("resourceVersion", Long.toString(stored.version())),
                                member("creationTimestamp", Optional.ofNullable(metadata.get("creationTimestamp"))))),
                // A missing number means 0, as in every response of the real server.
                member("spec", replicas == 0 ? Trees.object() : Trees.object("replicas", replicas)),
                member(
                        "status",
                        Trees.object(
                                member(
                                        "replicas",
                                        Trees.number(status, "replicas").orElse(0L)),
                                member("selector", Trees.text(status, "selector")))));
    }
}
