package dev.sluice.simulator.rest;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** The query of a request, with the keys that slurmrestd knows. */
public record Query(Map<String, String> parameters) {
    private static final Set<String> KNOWN = Set.of("update_time", "flags");
    private static final Set<String> FLAGS =
            Set.of("ALL", "DETAIL", "MIXED", "LOCAL", "SIBLING", "FEDERATION", "FUTURE", "ESTIMATION", "NONE");

    public static Query parse(URI uri) {
        Map<String, String> parameters = new TreeMap<>();
        for (String part : Optional.ofNullable(uri.getRawQuery()).orElse("").split("&", -1)) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                parameters.merge(
                        decoded(part.substring(0, equals)),
                        decoded(part.substring(equals + 1)),
                        (before, next) -> before + "," + next);
            }
        }
        return new Query(parameters);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private String value(String name) {
        return parameters.getOrDefault(name, "");
    }

    /**
     * Returns the time since which the client requests changes; empty if the parameter is missing or is not a number.
     */
    OptionalLong updateTime() {
        String value = value("update_time");
        return value.matches("\\d{1,18}") ? OptionalLong.of(Long.parseLong(value)) : OptionalLong.empty();
    }

    Optional<String> badUpdateTime() {
        String value = value("update_time");
        return value.isEmpty() || updateTime().isPresent() ? Optional.empty() : Optional.of(value);
    }

    /**
     * Returns true if jobs include allocation details per core and GPU. The flag ALL omits these details unless the
     * flag DETAIL is also set.
     */
    boolean detail() {
        String flags = value("flags").toUpperCase(Locale.ROOT);
        return !flags.contains("ALL") || flags.contains("DETAIL");
    }

    Optional<String> unknownFlag() {
        for (String flag : value("flags").split(",", -1)) {
            if (!flag.isEmpty() && !FLAGS.contains(flag.toUpperCase(Locale.ROOT))) {
                return Optional.of(flag);
            }
        }
        return Optional.empty();
    }

    Optional<String> unknownKey() {
        return parameters.keySet().stream().filter(key -> !KNOWN.contains(key)).findFirst();
    }
}
