package dev.sluice.exporter.sink.prometheus;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One element of an Accept or Accept-Encoding header (RFC 9110, section 12.4.2).
 *
 * @param value media range or coding, in lower case
 * @param parameters all parameters except q, by lower-case name
 * @param quality the value of q; 0 excludes the value; 1 if q is missing or unreadable
 */
record Preference(String value, Map<String, String> parameters, double quality) {

    /** Returns all elements of the header values, in order. */
    static List<Preference> parse(List<String> headers) {
        return headers.stream()
                .flatMap(header -> Arrays.stream(header.split(",", -1)))
                .map(Preference::parseOne)
                .filter(preference -> !preference.value().isEmpty())
                .toList();
    }

    private static Preference parseOne(String item) {
        List<String> parts = new ArrayList<>(List.of(item.split(";", -1)));
        String value = parts.remove(0).trim().toLowerCase(Locale.ROOT);
        Map<String, String> parameters = new HashMap<>();
        for (String part : parts) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                String name = part.substring(0, equals).trim().toLowerCase(Locale.ROOT);
                parameters.put(name, part.substring(equals + 1).trim().replace("\"", ""));
            }
        }
        double quality = quality(parameters.getOrDefault("q", "1"));
        parameters.remove("q");
        return new Preference(value, Map.copyOf(parameters), quality);
    }

    private static double quality(String text) {
        try {
            return Math.max(0, Math.min(1, Double.parseDouble(text)));
        } catch (NumberFormatException e) {
            return 1;
        }
    }
}
