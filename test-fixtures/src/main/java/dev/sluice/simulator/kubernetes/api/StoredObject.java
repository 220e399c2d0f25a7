package dev.sluice.simulator.kubernetes.api;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An object at one version.
 *
 * @param body body of the object without kind, apiVersion and resourceVersion
 */
public record StoredObject(ObjectKey key, long version, Map<String, Object> body) {

    Map<String, Object> versioned() {
        Map<String, Object> metadata =
                Trees.with(Trees.at(body, "metadata"), "resourceVersion", Long.toString(version));
        Map<String, Object> whole = new LinkedHashMap<>(body);
        whole.put("metadata", metadata);
        return whole;
    }

    /** Returns the body with resource version, kind and apiVersion, as in single objects and events. */
    Map<String, Object> complete() {
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("kind", key.type().kind());
        whole.put("apiVersion", key.type().groupVersion());
        whole.putAll(versioned());
        return whole;
    }
}
