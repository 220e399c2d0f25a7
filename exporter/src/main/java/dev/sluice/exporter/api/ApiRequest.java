package dev.sluice.exporter.api;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a request says beyond which resource it is for.
 *
 * @param segments the parts of the path that the route leaves open, in their order
 * @param admitted whether who asks may read more than probes may
 * @param header the first value of a header by its name
 * @param query the first value of a query parameter by its name; throws {@link BadQuery} where the query is malformed
 */
record ApiRequest(
        List<String> segments,
        boolean admitted,
        Function<String, Optional<String>> header,
        Function<String, Optional<String>> query) {

    /** A query that cannot be read: the client's fault. */
    static final class BadQuery extends RuntimeException {

        private static final long serialVersionUID = 1;

        BadQuery(Throwable cause) {
            super("malformed query", cause);
        }
    }

    boolean asksFor(String flag) {
        return query.apply(flag).filter("true"::equals).isPresent();
    }
}
