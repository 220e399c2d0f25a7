package dev.sluice.common.kubernetes;

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
 * @param verb Kubernetes' verb, as in roles: get, list, watch, create, update or patch
 * @param resource requested resource
 * @param name name of a single object; empty for all objects and for a new object
 * @param query parameters, in order, not encoded
 * @param body JSON body; empty for no body
 */
public record KubernetesRequest(String verb, Resource resource, String name, Map<String, String> query, String body) {

    /**
     * The objects of one kind. An empty plural stands for the list of API groups.
     *
     * @param group API group; empty for the core group
     * @param version API version
     * @param plural resource name, such as {@code pods}
     * @param namespace a single namespace; empty for all namespaces, and for kinds without namespaces
     */
    public record Resource(String group, String version, String plural, Optional<String> namespace) {

        public String apiVersion() {
            return group.isEmpty() ? version : group + "/" + version;
        }

        public String path() {
            if (plural.isEmpty()) {
                return "/apis";
            }
            String root = group.isEmpty() ? "/api" : "/apis/" + group;
            return root + "/" + version
                    + namespace.map(name -> "/namespaces/" + encoded(name)).orElse("") + "/" + plural;
        }

        /** Returns text such as {@code nodesets (slinky.slurm.net) in namespace slurm}. */
        public String words() {
            String in = namespace.map(name -> " in namespace " + name).orElse(" in all namespaces");
            return plural.isEmpty()
                    ? "API groups"
                    : plural + (group.isEmpty() ? "" : " (" + group + ")") + (plural.equals("nodes") ? "" : in);
        }
    }

    /**
     * A selector of objects.
     *
     * @param parameter name of the query parameter
     * @param value empty for all objects
     */
    public record Selector(String parameter, String value) {

        /** Selects by labels; empty for all objects. */
        public static Selector labels(String labels) {
            return new Selector("labelSelector", labels);
        }

        /** Selects by fields, such as {@code status.phase!=Failed}. */
        public static Selector fields(String fields) {
            return new Selector("fieldSelector", fields);
        }

        public static Selector name(String name) {
            return fields("metadata.name=" + name);
        }
    }

    public static KubernetesRequest groups() {
        return new KubernetesRequest("get", new Resource("", "", "", Optional.empty()), "", Map.of(), "");
    }

    /**
     * Requests one page of a list.
     *
     * @param next token of the page; empty for the first
     */
    public static KubernetesRequest list(Resource resource, Selector selector, int pageSize, String next) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put(selector.parameter(), selector.value());
        query.put("limit", Integer.toString(pageSize));
        query.put("continue", next);
        return new KubernetesRequest("list", resource, "", query, "");
    }

    /** Requests the changes after a resource version. */
    public static KubernetesRequest watch(Resource resource, Selector selector, String version, long timeoutSeconds) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("watch", "1");
        query.put("allowWatchBookmarks", "true");
        query.put(selector.parameter(), selector.value());
        query.put("resourceVersion", version);
        query.put("timeoutSeconds", Long.toString(timeoutSeconds));
        return new KubernetesRequest("watch", resource, "", query, "");
    }

    public static KubernetesRequest get(Resource resource, String name) {
        return new KubernetesRequest("get", resource, name, Map.of(), "");
    }

    /** Creates an object; the body contains the object's name. */
    public static KubernetesRequest create(Resource resource, String body) {
        return new KubernetesRequest("create", resource, "", Map.of(), body);
    }

    public static KubernetesRequest update(Resource resource, String name, String body) {
        return new KubernetesRequest("update", resource, name, Map.of(), body);
    }

    /** Merges the body into an object, as RFC 7396 defines. */
    public static KubernetesRequest patch(Resource resource, String name, String body) {
        return new KubernetesRequest("patch", resource, name, Map.of(), body);
    }

    String contentType() {
        return verb.equals("patch") ? "application/merge-patch+json" : "application/json";
    }

    HttpMethod method() {
        return switch (verb) {
            case "create" -> HttpMethod.POST;
            case "update" -> HttpMethod.PUT;
            case "patch" -> HttpMethod.PATCH;
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
