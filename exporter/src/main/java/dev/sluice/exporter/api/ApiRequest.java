package dev.sluice.exporter.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.exporter.api.view.Visibility;
import java.net.URLDecoder;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A request to a resource.
 *
 * @param segments variable parts of the path, in order
 * @param admitted true if the client has access to the whole API
 * @param visibility visibility for the reader
 * @param header first value of a header, by name
 * @param query first value of a query parameter, by name; throws {@link BadQuery} for a malformed query
 */
record ApiRequest(
        List<String> segments,
        boolean admitted,
        Visibility visibility,
        Function<String, Optional<String>> header,
        Function<String, Optional<String>> query) {

    /** An invalid query. The message explains what to change. */
    static final class BadQuery extends RuntimeException {

        private static final long serialVersionUID = 1;

        BadQuery(String message) {
            super(message);
        }

        static BadQuery malformed() {
            return new BadQuery("the query has a malformed escape");
        }
    }

    /** Returns a decoded variable part of the path. */
    String segment(int index) {
        try {
            // In a path, a plus sign is literal.
            return URLDecoder.decode(segments.get(index).replace("+", "%2B"), UTF_8);
        } catch (IllegalArgumentException e) {
            throw BadQuery.malformed();
        }
    }

    /** Returns true if the query requests plain text for a terminal. */
    boolean asksForText() {
        return query.apply("format").filter("text"::equals).isPresent();
    }

    boolean asksFor(String flag) {
        return query.apply(flag).filter("true"::equals).isPresent();
    }
}
