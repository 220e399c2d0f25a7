package dev.sluice.adapter.api;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One element of an Accept header.
 *
 * @param type media type, such as {@code application/json}, in lower case
 * @param parameters parameters by name, in lower case
 */
record MediaRange(String type, Map<String, String> parameters) {

    /**
     * Returns the accepted media ranges, in order. If the Accept header is missing or empty, every type is accepted.
     */
    static List<MediaRange> acceptedBy(ApiRequest request) {
        String text = request.accept()
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .orElse("*/*");
        return Arrays.stream(text.split(",", -1))
                .map(MediaRange::parseOne)
                .filter(range -> !range.type.isEmpty() && !range.refused())
                .toList();
    }

    private static MediaRange parseOne(String text) {
        String[] parts = text.split(";", -1);
        Map<String, String> parameters = new HashMap<>();
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            if (equals > 0) {
                parameters.put(
                        parts[i].substring(0, equals).strip().toLowerCase(Locale.ROOT),
                        parts[i].substring(equals + 1).strip());
            }
        }
        return new MediaRange(parts[0].strip().toLowerCase(Locale.ROOT), parameters);
    }

    private boolean refused() {
        return parameters.getOrDefault("q", "1").matches("0(\\.0*)?");
    }

    /** Returns true if the range includes plain JSON. */
    boolean isJson() {
        return !parameters.containsKey("as")
                && (type.equals("application/json") || type.equals("application/*") || type.equals("*/*"));
    }

    /** Returns true if the range is aggregated discovery in the given version, such as {@code v2}. */
    boolean isDiscovery(String version) {
        return type.equals("application/json")
                && "apidiscovery.k8s.io".equals(parameters.get("g"))
                && version.equals(parameters.get("v"))
                && "APIGroupDiscoveryList".equals(parameters.get("as"));
    }
}
