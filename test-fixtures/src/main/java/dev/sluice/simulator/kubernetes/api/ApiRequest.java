package dev.sluice.simulator.kubernetes.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request for objects.
 *
 * @param namespace namespace; empty for all namespaces
 * @param name name of the object; empty for a list or a watch
 * @param subresource subresource, such as {@code scale}; empty for no subresource
 * @param query decoded parameters of the query
 */
record ApiRequest(ResourceType type, String namespace, String name, String subresource, Map<String, String> query) {
    private static final Pattern PATH =
            Pattern.compile("/api(?:s/([^/]+))?/([^/]+)(?:/namespaces/([^/]+))?/([^/]+)(?:/([^/]+))?(?:/([^/]+))?");

    /** Returns the request for objects; empty for any other path. */
    static Optional<ApiRequest> parse(URI uri) {
        Matcher path = PATH.matcher(uri.getPath());
        if (!path.matches()) {
            return Optional.empty();
        }
        return ResourceType.of(part(path, 1), part(path, 2), part(path, 4))
                .filter(type -> type.namespaced() || part(path, 3).isEmpty())
                .map(type -> new ApiRequest(type, part(path, 3), part(path, 5), part(path, 6), query(uri)));
    }

    private static String part(Matcher path, int group) {
        return Optional.ofNullable(path.group(group)).orElse("");
    }

    private static Map<String, String> query(URI uri) {
        Map<String, String> parameters = new HashMap<>();
        for (String part : Optional.ofNullable(uri.getRawQuery()).orElse("").split("&", -1)) {
            String[] pair = (part + "=").split("=", 3);
            parameters.put(decoded(pair[0]), decoded(pair[1]));
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
        return parameter("watch").matches("1|true");
    }

    /** Returns the objects that the path and the selectors select. */
    Selector selector() throws Refusal {
        return Selector.of(parameter("labelSelector"), parameter("fieldSelector"), namespace);
    }

    /** Returns the version that the client names; 0 for none. */
    long version(int codeIfBad) throws Refusal {
        String text = parameter("resourceVersion");
        if (!text.matches("[0-9]{0,18}")) {
            throw codeIfBad == 400
                    ? Refusal.badRequest("invalid resource version: " + Refusal.badVersion(text))
                    : new Refusal(codeIfBad, "", Refusal.badVersion(text));
        }
        return text.isEmpty() ? 0 : Long.parseLong(text);
    }

    /** Returns a number of the query; 0 if the number is missing. */
    int number(String key) throws Refusal {
        String text = parameter(key);
        if (!text.matches("[0-9]{0,9}")) {
            throw Refusal.badRequest("strconv.ParseInt: parsing \"" + text + "\": invalid syntax");
        }
        return text.isEmpty() ? 0 : Integer.parseInt(text);
    }

    /** Refuses a change that is based on another version of the object. */
    void checkUnchanged(JsonNode stored, JsonNode change) throws Refusal {
        String seen = ObjectStore.version(change);
        if (!seen.isEmpty() && !seen.equals(ObjectStore.version(stored))) {
            throw Refusal.conflict(this);
        }
    }
}
