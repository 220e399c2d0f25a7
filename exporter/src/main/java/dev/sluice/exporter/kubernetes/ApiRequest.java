package dev.sluice.exporter.kubernetes;

import io.vertx.core.http.HttpMethod;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A request to the API server.
 *
 * @param verb Kubernetes' word for it, as roles name it: get, list, watch, create or update
 * @param resource what is asked for
 * @param name the one object that is meant; empty for all of them, and for one that is to be made
 * @param query parameters, in order, not yet encoded
 * @param body JSON that is sent; empty where none is
 */
record ApiRequest(String verb, Resource resource, String name, Map<String, String> query, String body) {

    /**
     * Objects of one kind, or, with an empty plural, the list of API groups.
     *
     * @param group API group; empty for the core group
     * @param version its version
     * @param plural resource name, such as {@code pods}
     * @param namespace the only namespace to read; empty for all, or where the kind has none
     */
    record Resource(String group, String version, String plural, Optional<String> namespace) {

        String apiVersion() {
            return group.isEmpty() ? version : group + "/" + version;
        }

        String path() {
            if (plural.isEmpty()) {
                return "/apis";
            }
            String root = group.isEmpty() ? "/api" : "/apis/" + group;
            return root + "/" + version
                    + namespace.map(name -> "/namespaces/" + encoded(name)).orElse("") + "/" + plural;
        }

        /** Such as {@code nodesets (slinky.slurm.net) in namespace slurm}. */
        String words() {
            String in = namespace.map(name -> " in namespace " + name).orElse(" in all namespaces");
            return plural.isEmpty()
                    ? "API groups"
                    : plural + (group.isEmpty() ? "" : " (" + group + ")") + (plural.equals("nodes") ? "" : in);
        }
    }

    /** Which API groups there are, with their versions. */
    static ApiRequest groups() {
        return new ApiRequest("get", new Resource("", "", "", Optional.empty()), "", Map.of(), "");
    }

    /**
     * One page of a list.
     *
     * @param next token of the page, empty for the first
     */
    static ApiRequest list(Resource resource, String selector, int pageSize, String next) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("labelSelector", selector);
        query.put("limit", Integer.toString(pageSize));
        query.put("continue", next);
        return new ApiRequest("list", resource, "", query, "");
    }

    static ApiRequest watch(Resource resource, String selector, String version, long timeoutSeconds) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("watch", "1");
        query.put("allowWatchBookmarks", "true");
        query.put("labelSelector", selector);
        query.put("resourceVersion", version);
        query.put("timeoutSeconds", Long.toString(timeoutSeconds));
        return new ApiRequest("watch", resource, "", query, "");
    }

    /** One object. */
    static ApiRequest get(Resource resource, String name) {
        return new ApiRequest("get", resource, name, Map.of(), "");
    }

    /** A new object, which has its name in the body. */
    static ApiRequest create(Resource resource, String body) {
        return new ApiRequest("create", resource, "", Map.of(), body);
    }

    /** Replaces an object. */
    static ApiRequest update(Resource resource, String name, String body) {
        return new ApiRequest("update", resource, name, Map.of(), body);
    }

    HttpMethod method() {
        return switch (verb) {
            case "create" -> HttpMethod.POST;
            case "update" -> HttpMethod.PUT;
            default -> HttpMethod.GET;
        };
    }

    String pathAndQuery() {
        String parameters = query.entrySet().stream()
                .filter(parameter -> !parameter.getValue().isEmpty())
                .map(parameter -> parameter.getKey() + "=" + encoded(parameter.getValue()))
                .collect(Collectors.joining("&"));
        String path = resource.path() + (name.isEmpty() ? "" : "/" + encoded(name));
        return parameters.isEmpty() ? path : path + "?" + parameters;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
