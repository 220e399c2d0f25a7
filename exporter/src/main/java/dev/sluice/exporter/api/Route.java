package dev.sluice.exporter.api;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Maps paths to a resource.
 *
 * @param path path as shown in error messages; a segment such as {@code {name}} matches every segment that is not empty
 * @param parameters known parameters of the query; paths outside of /api/ ignore the query
 * @param slow true for requests that a worker thread must answer, because the answer visits every job or waits
 */
record Route(
        String path,
        Pattern pattern,
        Set<String> parameters,
        Predicate<ApiRequest> slow,
        Function<ApiRequest, ApiAnswer> resource) {

    Route(String path, Set<String> parameters, Predicate<ApiRequest> slow, Function<ApiRequest, ApiAnswer> resource) {
        this(
                path,
                Pattern.compile(path.replace(".", "\\.").replaceAll("\\{\\w+}", "([^/]+)")),
                parameters,
                slow,
                resource);
    }

    /** Returns a route that answers on the event loop and takes no parameters. */
    static Route fast(String path, Function<ApiRequest, ApiAnswer> resource) {
        return new Route(path, Set.of(), unused -> false, resource);
    }

    /** Returns a route that a worker thread answers. */
    static Route slow(String path, Set<String> parameters, Function<ApiRequest, ApiAnswer> resource) {
        return new Route(path, parameters, unused -> true, resource);
    }

    /** Returns the variable segments of a matching path, not decoded; empty for other paths. */
    Optional<List<String>> match(String requested) {
        Matcher found = pattern.matcher(requested);
        return found.matches()
                ? Optional.of(IntStream.rangeClosed(1, found.groupCount())
                        .mapToObj(found::group)
                        .toList())
                : Optional.empty();
    }
}
