package dev.sluice.exporter.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.exporter.api.ExporterStatus.ClusterView;
import dev.sluice.exporter.config.schema.Suggestions;
import io.vertx.core.MultiMap;
import java.net.URLDecoder;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A request to a resource.
 *
 * @param status returns the current state
 * @param now time of the answer
 * @param visibility visibility for the reader
 * @param admitted true if the client has access to the whole API
 * @param segments variable parts of the path, in order, not decoded
 */
record ApiRequest(
        Supplier<ExporterStatus> status,
        Instant now,
        Visibility visibility,
        boolean admitted,
        List<String> segments,
        MultiMap query) {

    static final String MALFORMED = "the query has a malformed escape";

    /** A request that gets an error. The message explains what to change. */
    static final class Rejected extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final int status;

        Rejected(int status, String message) {
            super(message);
            this.status = status;
        }

        static Rejected badQuery(String message) {
            return new Rejected(400, message);
        }

        ApiAnswer answer() {
            return ApiAnswer.error(status, String.valueOf(getMessage()));
        }
    }

    /** Rejects parameters of the query that the path does not have. An ignored filter would show wrong data. */
    void requireKnown(Set<String> parameters) {
        for (String name : query.names()) {
            if (!parameters.contains(name)) {
                String known = parameters.stream().sorted().collect(Collectors.joining(", "));
                throw Rejected.badQuery("unknown parameter " + name
                        + Suggestions.nearest(name, parameters)
                                .map(nearest -> "; did you mean " + nearest + "?")
                                .orElse("; known parameters: " + (known.isEmpty() ? "none" : known)));
            }
        }
    }

    /** Returns a decoded variable part of the path. */
    String segment(int index) {
        try {
            // In a path, a plus sign is literal.
            return URLDecoder.decode(segments.get(index).replace("+", "%2B"), UTF_8);
        } catch (IllegalArgumentException e) {
            throw Rejected.badQuery(MALFORMED);
        }
    }

    /** Returns true if the query requests plain text for a terminal. */
    boolean asksForText() {
        return "text".equals(query.get("format"));
    }

    boolean asksFor(String flag) {
        return "true".equals(query.get(flag));
    }

    Optional<String> value(String name) {
        return Optional.ofNullable(query.get(name)).filter(value -> !value.isEmpty());
    }

    /** Returns the value that the query names. Rejects an unknown name. */
    <T extends Enum<T>> Optional<T> known(String name, T[] all) {
        return value(name).map(value -> oneOf(name, value, all));
    }

    static <T extends Enum<T>> T oneOf(String name, String value, T[] all) {
        return Arrays.stream(all)
                .filter(one -> label(one).equals(value))
                .findFirst()
                .orElseThrow(() -> Rejected.badQuery(name + " is one of "
                        + Arrays.stream(all).map(ApiRequest::label).collect(Collectors.joining(", "))));
    }

    private static String label(Enum<?> one) {
        return one.name().toLowerCase(Locale.ROOT);
    }

    int number(String name, int otherwise, int max) {
        String value = value(name).orElse(Integer.toString(otherwise));
        if (!value.matches("[1-9]\\d{0,5}") || Integer.parseInt(value) > max) {
            throw Rejected.badQuery(name + " is a number from 1 to " + max);
        }
        return Integer.parseInt(value);
    }

    /** Rejects the request if the reader may not request this user by name. */
    void requireVisible(String user) {
        if (!visibility.answersFor(user)) {
            throw new Rejected(
                    403,
                    "this exporter hides users; set api.showUsers in its configuration to show them,"
                            + " unless metrics.userNames is drop");
        }
    }

    /** Returns the cluster that the query names, or all clusters. Rejects an unknown name. */
    List<ClusterView> views() {
        List<ClusterView> all = status.get().clusters();
        Optional<String> wanted = value("cluster");
        List<ClusterView> found = all.stream()
                .filter(cluster -> wanted.isEmpty() || wanted.get().equals(cluster.name()))
                .toList();
        if (found.isEmpty() && wanted.isPresent()) {
            throw new Rejected(
                    404,
                    "no cluster " + wanted.get() + "; known clusters: "
                            + all.stream().map(ClusterView::name).collect(Collectors.joining(", ")));
        }
        return found;
    }

    /** Returns the clusters of {@link #views}, with the data that the reader may see. */
    List<ShownCluster> clusters() {
        return views().stream()
                .map(cluster -> ShownCluster.of(cluster, visibility, now))
                .toList();
    }

    /** Answers with a document of each cluster: as JSON, or by the template if the query requests text. */
    ApiAnswer answer(Function<ShownCluster, ?> content, String template) {
        return answer(200, clusters().stream().map(content).toList(), template);
    }

    ApiAnswer answer(int status, List<?> found, String template) {
        JsonDocument.Clusters document = new JsonDocument.Clusters(found);
        return asksForText() && !template.isEmpty()
                ? ApiAnswer.text(status, PlainText.render(template, document))
                : ApiAnswer.json(status, document);
    }

    /**
     * Answers with the document of each cluster that has an object. If no cluster has the object, names the clusters
     * that withhold their data: without the reason, withheld data would look like missing data.
     *
     * @param withheld why a cluster withholds the data
     */
    ApiAnswer found(
            Function<ShownCluster, Optional<String>> withheld,
            Function<ShownCluster, Optional<?>> content,
            String missing,
            String template) {
        List<ShownCluster> all = clusters();
        List<?> found =
                all.stream().flatMap(cluster -> content.apply(cluster).stream()).toList();
        if (!found.isEmpty()) {
            return answer(200, found, template);
        }
        String reasons = all.stream()
                .flatMap(cluster ->
                        withheld.apply(cluster).map(why -> "cluster " + cluster.name() + ": " + why).stream())
                .collect(Collectors.joining("; "));
        return reasons.isEmpty() ? ApiAnswer.error(404, missing) : ApiAnswer.error(503, reasons);
    }
}
