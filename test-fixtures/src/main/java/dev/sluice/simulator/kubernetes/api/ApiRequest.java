package dev.sluice.simulator.kubernetes.api;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A parsed request for objects.
 *
 * @param namespace namespace of the objects; empty for all namespaces, and for kinds without namespaces
 * @param name name of the object; empty for a list
 * @param subresource subresource, such as {@code scale}; empty for no subresource
 * @param query decoded parameters of the query
 */
record ApiRequest(ResourceType type, String namespace, String name, String subresource, Map<String, String> query) {

    /** Returns the request for objects; empty for any other path. */
    static Optional<ApiRequest> parse(URI uri) {
        String[] parts = uri.getPath().substring(1).split("/", -1);
        boolean core = parts[0].equals("api");
        if (parts.length < (core ? 3 : 4) || (!core && !parts[0].equals("apis"))) {
            return Optional.empty();
        }
        String group = core ? "" : parts[1];
        String version = parts[core ? 1 : 2];
        int at = core ? 2 : 3;
        boolean inNamespace = parts[at].equals("namespaces") && parts.length >= at + 3;
        String namespace = inNamespace ? parts[at + 1] : "";
        int resource = inNamespace ? at + 2 : at;
        String name = parts.length > resource + 1 ? parts[resource + 1] : "";
        String sub = parts.length > resource + 2 ? parts[resource + 2] : "";
        return parts.length > resource + 3
                ? Optional.empty()
                : ResourceType.of(group, version, parts[resource])
                        .filter(type -> type.namespaced() || !inNamespace)
                        .map(type -> new ApiRequest(type, namespace, name, sub, query(uri)));
    }

    static Map<String, String> query(URI uri) {
        Map<String, String> parameters = new HashMap<>();
        String raw = Optional.ofNullable(uri.getRawQuery()).orElse("");
        for (String part : raw.split("&", -1)) {
            int equals = part.indexOf('=');
            if (!part.isEmpty()) {
                String key = equals < 0 ? part : part.substring(0, equals);
                parameters.put(decoded(key), equals < 0 ? "" : decoded(part.substring(equals + 1)));
            }
        }
        return parameters;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    String parameter(String key) {
        return query.getOrDefault(key, "");
    }

    boolean watches() {
        return parameter("watch").equals("1") || parameter("watch").equals("true");
    }

    ObjectKey key() {
        return new ObjectKey(type, namespace, name);
    }

    boolean concerns(StoredObject object) {
        return namespace.isEmpty() || object.key().namespace().equals(namespace);
    }
}
