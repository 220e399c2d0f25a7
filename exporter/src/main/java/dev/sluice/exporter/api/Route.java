package dev.sluice.exporter.api;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    /** The files of the status page except {@code index.html}. */
    static final List<String> PAGE_PARTS = List.of(
            ("/page.css /page.js /dom.js /chart.js /now.js /why.js /lists.js /links.js /nodes.js /waste.js /mine.js"
                            + " /clusters.js /icon.svg")
                    .split(" ", -1));

    private static final Map<String, String> CONTENT_TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "yaml", "application/yaml",
            "svg", "image/svg+xml");

    /** Prevents browsers from running injected code: browsers run only the page's own files. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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

    /** Returns the routes of the status page, which loads all data from the API, and of the API. */
    static List<Route> all() {
        Set<String> cluster = Set.of("cluster");
        Set<String> text = Set.of("cluster", "format");
        List<Route> routes = new ArrayList<>(List.of(file("/", "/index.html")));
        PAGE_PARTS.forEach(part -> routes.add(file(part, part)));
        routes.add(file("/api/v1/openapi.yaml", "/openapi.yaml"));
        routes.addAll(List.of(
                fast("/livez", unused -> ApiAnswer.text(200, "ok")),
                fast("/readyz", StatusAnswers::ready),
                fast("/api/v1/status", StatusAnswers::status),
                new Route(
                        "/api/v1/demand",
                        Set.of("cluster", "explain", "format"),
                        DemandAnswers::explains,
                        DemandAnswers::all),
                new Route(
                        "/api/v1/demand/{namespace}/{nodeset}",
                        Set.of("cluster", "explain"),
                        DemandAnswers::explains,
                        DemandAnswers::one),
                new Route("/api/v1/now", Set.of("cluster", "summary"), unused -> false, StatusAnswers::now),
                slow("/api/v1/jobs", JobSearch.PARAMETERS, JobSearch::jobs),
                slow("/api/v1/waste", WasteAnswers.PARAMETERS, WasteAnswers::waste),
                slow("/api/v1/statement", Set.of("cluster", "format", "month"), StatementAnswers::statement),
                slow("/api/v1/nodes", NodeAnswers.PARAMETERS, NodeAnswers::nodes),
                slow("/api/v1/nodes/{name}", text, NodeAnswers::node),
                slow("/api/v1/users/{name}", cluster, AccountingAnswers::user),
                slow("/api/v1/accounts/{name}", cluster, AccountingAnswers::account),
                slow("/api/v1/why/job/{id}", text, WhyAnswers::job),
                slow("/api/v1/why/user/{name}", text, WhyAnswers::user),
                slow("/api/v1/why/nodeset/{namespace}/{nodeset}", cluster, WhyAnswers::nodeSet)));
        return routes;
    }

    private static Route file(String path, String file) {
        String type = Objects.requireNonNull(CONTENT_TYPES.get(file.substring(file.lastIndexOf('.') + 1)), file);
        Map<String, String> headers =
                Map.of("Content-Type", type, "Content-Security-Policy", POLICY, "Referrer-Policy", "no-referrer");
        ApiAnswer answer = new ApiAnswer(200, headers, Buffer.buffer(read(file)));
        return fast(path, unused -> answer);
    }

    private static byte[] read(String file) {
        String resource = "page" + file;
        try (var in = Objects.requireNonNull(Route.class.getResourceAsStream(resource), resource)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
