package dev.sluice.simulator.kubernetes.api;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Handles creation, replacement and patches of objects by clients. */
final class Writes {
    private final ObjectStore store;

    Writes(ObjectStore store) {
        this.store = store;
    }

    Map<String, Object> answer(String method, ApiRequest request, Map<String, Object> body) throws ApiException {
        if (!request.type().writable()) {
            throw ApiException.notAllowed();
        }
        // Reads the store once, so that the compared version is the version that is replaced.
        synchronized (store) {
            ObjectKey key = method.equals("POST") ? key(request, body) : request.key();
            Optional<StoredObject> before = store.get(key);
            switch (method) {
                case "POST" -> {
                    if (before.isPresent()) {
                        throw ApiException.alreadyExists(key);
                    }
                    store.apply(key, bare(body));
                }
                case "PUT" -> {
                    unchanged(key, before, body);
                    store.apply(key, bare(body));
                }
                case "PATCH" ->
                    store.apply(key, bare(merged(unchanged(key, before, body).body(), body)));
                default -> throw ApiException.notAllowed();
            }
            return store.get(key).orElseThrow().complete();
        }
    }

    private static ObjectKey key(ApiRequest request, Map<String, Object> body) throws ApiException {
        String name = Trees.text(Trees.at(body, "metadata"), "name")
                .orElseThrow(() -> ApiException.badRequest("name is required"));
        return new ObjectKey(request.type(), request.namespace(), name);
    }

    /** Returns the object if the client's version is current. */
    static StoredObject unchanged(ObjectKey key, Optional<StoredObject> before, Map<String, Object> body)
            throws ApiException {
        StoredObject found = before.orElseThrow(() -> ApiException.notFound(key));
        Optional<String> seen = Trees.text(Trees.at(body, "metadata"), "resourceVersion");
        if (seen.isPresent() && !seen.get().equals(Long.toString(found.version()))) {
            throw ApiException.conflict(key);
        }
        return found;
    }

    private static Map<String, Object> bare(Map<String, Object> body) {
        Map<String, Object> metadata = Trees.with(Trees.at(body, "metadata"), "resourceVersion", Optional.empty());
        Map<String, Object> bare = Trees.with(body, "metadata", metadata);
        return Trees.with(Trees.with(bare, "kind", Optional.empty()), "apiVersion", Optional.empty());
    }

    /** Merges the patch as RFC 7396 defines. */
    private static Map<String, Object> merged(Map<String, Object> object, Map<String, Object> patch) {
        Map<String, Object> merged = new LinkedHashMap<>(object);
        patch.forEach((key, value) -> {
            if (value == Trees.NULL) {
                merged.remove(key);
            } else {
                merged.put(key, value instanceof Map ? merged(Trees.at(object, key), Trees.at(patch, key)) : value);
            }
        });
        return merged;
    }
}
