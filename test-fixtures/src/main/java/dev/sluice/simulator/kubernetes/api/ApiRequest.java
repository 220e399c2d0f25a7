package dev.sluice.simulator.kubernetes.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request for objects.
 *
 * @param namespace namespace; empty for all namespaces
 * @param name name of the object; empty for a list or a watch
 * @param query decoded parameters of the query
 */
record ApiRequest(ResourceType type, String namespace, String name, Map<String, String> query) {
    private static final Pattern PATH =
            Pattern.compile("/api(?:s/([^/]+))?/([^/]+)(?:/namespaces/([^/]+))?/([^/]+)(?:/([^/]+))?");
    /** A requirement of a label selector or field selector: equal, not equal, or any value. */
    private static final Pattern REQUIREMENT = Pattern.compile("([^\\s=!,()]+)(?:(==?|!=)([^\\s=!,()]*))?");

    /** Returns the request for objects; empty for any other path. */
    static Optional<ApiRequest> parse(URI uri) {
        Matcher path = PATH.matcher(uri.getPath());
        if (!path.matches()) {
            return Optional.empty();
        }
        return ResourceType.of(part(path, 1), part(path, 2), part(path, 4))
                .map(type -> new ApiRequest(type, part(path, 3), part(path, 5), query(uri)));
    }

    private static String part(Matcher path, int group) {
        return Optional.ofNullable(path.group(group)).orElse("");
    }

    private static Map<String, String> query(URI uri) {
        Map<String, String> parameters = new HashMap<>();
        for (String part : Optional.ofNullable(uri.getRawQuery()).orElse("").split("&", -1)) {
            String[] pair = (part + "=").split("=", 3);
            parameters.put(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
        }
        return parameters;
    }

    String parameter(String key) {
        return query.getOrDefault(key, "");
    }

    boolean isTrue(String key) {
        return parameter(key).matches("1|true");
    }

    /** Returns a number of the query; 0 if the number is missing. */
    long number(String key) throws Refusal {
        String text = parameter(key);
        if (!text.matches("[0-9]{0,18}")) {
            throw new Refusal(400, "BadRequest", key + ": Invalid value: \"" + text + "\": invalid syntax");
        }
        return text.isEmpty() ? 0 : Long.parseLong(text);
    }

    /** Returns true if namespace and selectors select the object. */
    boolean selects(JsonNode object) throws Refusal {
        return (namespace.isEmpty() || object.at("/metadata/namespace").asText().equals(namespace))
                && holds(
                        parameter("labelSelector"),
                        label -> object.at("/metadata/labels").path(label))
                && holds(parameter("fieldSelector"), field -> object.at("/" + field.replace('.', '/')));
    }

    private static boolean holds(String selector, Function<String, JsonNode> values) throws Refusal {
        for (String text : selector.isEmpty() ? new String[0] : selector.split(",", -1)) {
            Matcher requirement = REQUIREMENT.matcher(text);
            if (!requirement.matches()) {
                throw new Refusal(400, "BadRequest", "unable to parse requirement: \"" + text + "\"");
            }
            JsonNode value = values.apply(requirement.group(1));
            String operator = requirement.group(2);
            boolean holds = operator == null
                    ? !value.isMissingNode()
                    : value.asText().equals(requirement.group(3)) != operator.equals("!=");
            if (!holds) {
                return false;
            }
        }
        return true;
    }
}
