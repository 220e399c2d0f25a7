package dev.sluice.adapter.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.Optional;

/**
 * Parses the query of a URL as Kubernetes does: uses form encoding and the first of several values, and does not accept
 * {@code ;} as separator.
 */
final class QueryString {

    private QueryString() {}

    /**
     * Returns a parameter's value.
     *
     * @throws IllegalArgumentException if the query has a malformed escape
     */
    static Optional<String> parameter(String query, String name) {
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String key = equals < 0 ? pair : pair.substring(0, equals);
            if (decode(key).equals(name)) {
                return Optional.of(equals < 0 ? "" : decode(pair.substring(equals + 1)));
            }
        }
        return Optional.empty();
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, UTF_8);
    }
}
