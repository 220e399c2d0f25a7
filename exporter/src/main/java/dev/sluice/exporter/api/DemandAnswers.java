package dev.sluice.exporter.api;

import dev.sluice.exporter.api.document.DemandJson;
import dev.sluice.exporter.api.view.ClusterDemand;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.ShownCluster;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Answers requests below /api/v1/demand. Returns values only while the signal is available. Otherwise, returns an
 * error.
 */
final class DemandAnswers {

    private DemandAnswers() {}

    /** Returns true for answers with the explanation of each job. */
    static boolean explains(ApiRequest request) {
        return request.asksFor("explain") || request.asksForText();
    }

    /** Returns all clusters, as JSON or text. The status is 503 if no cluster is publishing. */
    static ApiAnswer all(ApiRequest request) {
        List<ClusterDemand> clusters =
                clusters(request, request.sources().views().get());
        int status = clusters.stream().anyMatch(ClusterDemand::publishing) ? 200 : 503;
        return request.asksForText()
                ? ApiAnswer.text(status, DemandJson.text(clusters, request.now()))
                : ApiAnswer.json(
                        status,
                        request.asksFor("explain")
                                ? DemandJson.explained(clusters, request.now())
                                : DemandJson.report(clusters, request.now()));
    }

    /** Returns the demand; if the request asks for explanations, with the explanations that a known reader may see. */
    private static List<ClusterDemand> clusters(ApiRequest request, List<ClusterView> views) {
        boolean whole = !explains(request) || request.visibility().reader().isEmpty();
        return views.stream()
                .map(view -> whole
                        ? view.demand()
                        : ShownCluster.of(view, request.visibility(), request.now())
                                .demand())
                .toList();
    }

    /** Returns one NodeSet by namespace and name, in the cluster of the query or in any cluster. */
    static ApiAnswer one(ApiRequest request) {
        List<ClusterDemand> clusters = clusters(request, request.views());
        String name = String.join("/", request.segments());
        List<Found> found = clusters.stream()
                .flatMap(DemandAnswers::nodeSets)
                .filter(nodeSet -> nodeSet.name().equals(name))
                .toList();
        if (found.isEmpty()) {
            return missing(name, clusters);
        } else if (found.size() > 1) {
            return ambiguous(name, found);
        }
        return only(request, found.get(0), clusters);
    }

    private static ApiAnswer only(ApiRequest request, Found found, List<ClusterDemand> clusters) {
        if (!found.cluster().publishing()) {
            return ApiAnswer.error(503, reasons(List.of(found.cluster())));
        }
        List<ClusterDemand> unknown =
                clusters.stream().filter(cluster -> cluster.demand().isEmpty()).toList();
        if (!unknown.isEmpty()) {
            // Without this check, a starting exporter would briefly return another cluster's value for this NodeSet.
            return ApiAnswer.error(
                    503,
                    reasons(unknown) + "; it may also have a NodeSet " + found.name() + ", so choose with ?cluster=");
        }
        Optional<String> notScalable = found.nodeSet().notScalable();
        if (notScalable.isPresent()) {
            return ApiAnswer.error(503, found.fullName() + " gets no number: " + notScalable.get());
        }
        return ApiAnswer.json(
                request.asksFor("explain")
                        ? DemandJson.explained(found.cluster(), found.nodeSet(), request.now())
                        : DemandJson.report(found.cluster(), found.nodeSet(), request.now()));
    }

    private static ApiAnswer missing(String name, List<ClusterDemand> clusters) {
        List<ClusterDemand> silent = clusters.stream()
                .filter(cluster -> !cluster.publishing() && !cluster.hasNoNodeSets())
                .toList();
        if (!silent.isEmpty()) {
            return ApiAnswer.error(503, reasons(silent));
        }
        List<Found> known = clusters.stream().flatMap(DemandAnswers::nodeSets).toList();
        return ApiAnswer.error(404, "no NodeSet " + name + "; known NodeSets: " + listed(known, Found::fullName));
    }

    private static ApiAnswer ambiguous(String name, List<Found> found) {
        boolean sameCluster = found.stream().map(Found::cluster).distinct().count() < found.size();
        String advice = sameCluster ? "rename one" : "choose with ?cluster=";
        return ApiAnswer.error(
                409, "several NodeSets are named " + name + ": " + listed(found, Found::fullName) + "; " + advice);
    }

    private static String reasons(List<ClusterDemand> clusters) {
        return clusters.stream().map(ClusterDemand::withheld).collect(Collectors.joining("; "));
    }

    private static <T> String listed(List<T> things, Function<T, String> name) {
        return things.isEmpty() ? "none" : things.stream().map(name).collect(Collectors.joining(", "));
    }

    private static Stream<Found> nodeSets(ClusterDemand cluster) {
        return cluster.demand().stream()
                .flatMap(demand -> demand.pools().stream())
                .map(nodeSet -> new Found(cluster, nodeSet));
    }

    private record Found(ClusterDemand cluster, PoolDemand nodeSet) {

        String name() {
            return nodeSet.pool().namespace() + "/" + nodeSet.pool().name();
        }

        String fullName() {
            return nodeSet.pool().kind() + " " + name() + " in cluster " + cluster.cluster();
        }
    }
}
