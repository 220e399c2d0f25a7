package dev.sluice.exporter.kubernetes;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The objects of one kind. An empty plural stands for the list of API groups.
 *
 * @param group API group; empty for the core group
 * @param plural resource name, such as {@code pods}
 * @param namespace a single namespace; empty for all namespaces, and for kinds without namespaces
 */
record Resource(String group, String version, String plural, Optional<String> namespace) {

    static final Resource GROUPS = new Resource("", "", "", Optional.empty());

    String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /**
     * Returns the path with a query.
     *
     * @param query parameters, not encoded; parameters without a value are omitted
     */
    String path(Map<String, String> query) {
        String root = plural.isEmpty() ? "apis" : (group.isEmpty() ? "api/" : "apis/" + group + "/") + version;
        String parameters = query.entrySet().stream()
                .filter(parameter -> !parameter.getValue().isEmpty())
                .map(parameter ->
                        parameter.getKey() + "=" + URLEncoder.encode(parameter.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return root
                + namespace.map(in -> "/namespaces/" + in).orElse("")
                + (plural.isEmpty() ? "" : "/" + plural)
                + (parameters.isEmpty() ? "" : "?" + parameters);
    }

    /** Returns the resource in words for people, such as {@code pods in namespace slurm}. */
    String words() {
        return (plural.isEmpty() ? "API groups" : plural)
                + (group.isEmpty() ? "" : " (" + group + ")")
                + namespace.map(in -> " in namespace " + in).orElse("");
    }
}
