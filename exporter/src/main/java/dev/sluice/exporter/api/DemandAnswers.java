package dev.sluice.exporter.api;

import dev.sluice.exporter.api.document.DemandJson;
import dev.sluice.exporter.api.view.ShownCluster;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.signal.Signal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Answers requests below /api/v1/demand. Returns values only while the signal is available. Otherwise, returns an
 * error.
 */
final class DemandAnswers {

    private DemandAnswers() {}

    private record Found(Signal cluster, PoolDemand nodeSet) {

        String fullName() {
            return nodeSet.pool().kind() + " " + nodeSet.pool().path() + " in cluster " + cluster.cluster();
        }
    }

    /** Returns true for answers with the explanation of each job. */
    static boolean explains(ApiRequest request) {
        return request.asksFor("explain") || request.asksForText();
    }

    /** Returns all clusters, as JSON or text. The status is 503 if no cluster is publishing. */
    static ApiAnswer all(ApiRequest request) {
        List<Signal> clusters = clusters(request);
        int status = clusters.stream().anyMatch(Signal::publishing) ? 200 : 503;
        return request.asksForText()
                ? ApiAnswer.text(status, DemandJson.text(clusters, request.now()))
                : ApiAnswer.json(
                        status,
                        request.asksFor("explain")
                                ? DemandJson.explained(clusters, request.now())
                                : DemandJson.report(clusters, request.now()));
    }

    /** Returns the demand; if the request asks for explanations, with the explanations that a known reader may see. */
    private static List<Signal> clusters(ApiRequest request) {
        boolean whole = !explains(request) || request.visibility().reader().isEmpty();
        return request.views().stream()
                .map(view -> whole
                        ? view.signal()
                        : ShownCluster.of(view, request.visibility(), request.now())
                                .signal())
                .toList();
    }

    /** Returns one NodeSet by namespace and name, in the cluster of the query or in any cluster. */
    static ApiAnswer one(ApiRequest request) {
        List<Signal> clusters = clusters(request);
        String name = String.join("/", request.segments());
        List<Found> all = clusters.stream().flatMap(DemandAnswers::nodeSets).toList();
        List<Found> found = all.stream()
                .filter(one -> one.nodeSet().pool().path().equals(name))
                .toList();
        if (found.size() == 1) {
            return only(request, found.get(0), clusters);
        }
        if (found.size() > 1) {
            boolean sameCluster = found.stream().map(Found::cluster).distinct().count() < found.size();
            return ApiAnswer.error(
                    409,
                    "several NodeSets are named " + name + ": " + names(found) + "; "
                            + (sameCluster ? "rename one" : "choose with ?cluster="));
        }
        List<Signal> silent = clusters.stream()
                .filter(cluster -> !cluster.publishing() && !cluster.hasNoNodeSets())
                .toList();
        return silent.isEmpty()
                ? ApiAnswer.error(
                        404, "no NodeSet " + name + "; known NodeSets: " + (all.isEmpty() ? "none" : names(all)))
                : ApiAnswer.error(503, reasons(silent));
    }

    private static ApiAnswer only(ApiRequest request, Found found, List<Signal> clusters) {
        if (!found.cluster().publishing()) {
            return ApiAnswer.error(503, reasons(List.of(found.cluster())));
        }
        List<Signal> unknown =
                clusters.stream().filter(cluster -> cluster.demand().isEmpty()).toList();
        if (!unknown.isEmpty()) {
            // Without this check, a starting exporter would briefly return another cluster's value for this NodeSet.
            return ApiAnswer.error(
                    503,
                    reasons(unknown) + "; it may also have a NodeSet "
                            + found.nodeSet().pool().path() + ", so choose with ?cluster=");
        }
        if (found.nodeSet().notScalable().isPresent()) {
            return ApiAnswer.error(
                    503,
                    found.fullName() + " gets no number: "
                            + found.nodeSet().notScalable().get());
        }
        return ApiAnswer.json(
                request.asksFor("explain")
                        ? DemandJson.explained(found.cluster(), found.nodeSet(), request.now())
                        : DemandJson.report(found.cluster(), found.nodeSet(), request.now()));
    }

    private static Stream<Found> nodeSets(Signal cluster) {
        return cluster.demand().stream()
                .flatMap(demand -> demand.pools().stream())
                .map(nodeSet -> new Found(cluster, nodeSet));
    }

    private static String names(List<Found> found) {
        return found.stream().map(Found::fullName).collect(Collectors.joining(", "));
    }

    private static String reasons(List<Signal> clusters) {
        return clusters.stream().map(DemandAnswers::reason).collect(Collectors.joining("; "));
    }

    /** Returns why the values of the cluster are withheld, or the NodeSets are unknown. */
    static String reason(Signal cluster) {
        return "cluster " + cluster.cluster() + ": " + cluster.reason().orElse("NodeSets unknown");
    }
}
