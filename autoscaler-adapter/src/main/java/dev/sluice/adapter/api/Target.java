package dev.sluice.adapter.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.adapter.metrics.ObjectName;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The target of a request. Only the path of the request determines the target. */
public sealed interface Target {

    /**
     * The health of the process. Every client may read the health.
     *
     * @param path one of {@code /healthz}, {@code /livez} and {@code /readyz}
     */
    record Health(String path) implements Target {}

    /**
     * A constant document: discovery, OpenAPI, the version.
     *
     * @param path requested path, without a trailing slash
     */
    record Document(String path) implements Target {}

    record External(String namespace, String metric) implements Target {}

    record OfObject(ObjectName object, String metric) implements Target {}

    /**
     * An invalid path in one of the API groups.
     *
     * @param message readable message
     */
    record Malformed(String message) implements Target {}

    record Nowhere() implements Target {}

    /** Returns the target of a path; accepts any text. */
    static Target of(String path) {
        if (Set.of("/healthz", "/livez", "/readyz").contains(path)) {
            return new Health(path);
        }
        String bare = path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        if (Discovery.PATHS.contains(bare)) {
            return new Document(bare);
        }
        if (path.startsWith(Discovery.EXTERNAL_PATH + "/")) {
            return external(path.substring(Discovery.EXTERNAL_PATH.length() + 1));
        }
        if (path.startsWith(Discovery.CUSTOM_PATH + "/")) {
            return ofObject(path.substring(Discovery.CUSTOM_PATH.length() + 1));
        }
        return new Nowhere();
    }

    private static Target external(String rest) {
        List<String> segments = segments(rest);
        if (segments.size() == 3 && segments.get(0).equals("namespaces")) {
            return new External(segments.get(1), segments.get(2));
        }
        return new Malformed("the path of an external metric is namespaces/{namespace}/{metric}");
    }

    private static Target ofObject(String rest) {
        List<String> segments = segments(rest);
        if (segments.size() == 5 && segments.get(0).equals("namespaces")) {
            return new OfObject(new ObjectName(segments.get(1), segments.get(2), segments.get(3)), segments.get(4));
        }
        return new Malformed("the path of a custom metric is namespaces/{namespace}/{resource}/{name}/{metric}");
    }

    /** Returns the decoded segments; empty if a segment is empty or has a malformed escape. */
    private static List<String> segments(String rest) {
        List<String> segments = new ArrayList<>();
        for (String segment : rest.split("/", -1)) {
            try {
                // In a path, unlike in a query, a plus sign is literal.
                segments.add(URLDecoder.decode(segment.replace("+", "%2B"), UTF_8));
            } catch (IllegalArgumentException e) {
                return List.of();
            }
        }
        return segments.contains("") ? List.of() : segments;
    }
}
