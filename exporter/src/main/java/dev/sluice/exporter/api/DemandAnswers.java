package dev.sluice.exporter.api;

import dev.sluice.exporter.api.document.DemandJson;
import dev.sluice.exporter.api.document.DemandText;
import dev.sluice.exporter.api.view.ClusterDemand;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Answers requests below /api/v1/demand. Returns values only while the signal is available. Otherwise, returns an
 * error.
 */
record DemandAnswers(ApiSources sources) {

    /** Returns all clusters, as JSON or text. The status is 503 if no cluster is publishing. */
    Answer all(ApiRequest request) {
        List<ClusterDemand> whole = sources.demand().get();
        int status = whole.stream().anyMatch(ClusterDemand::publishing) ? 200 : 503;
        Instant now = sources.clock().instant();
        if (request.asksForText()) {
            Supplier<List<ClusterDemand>> seen = sources.seenBy(request, whole);
            return Answer.search(() -> Answer.text(status, DemandText.render(seen.get(), now)));
        }
        if (request.asksFor("explain")) {
            Supplier<List<ClusterDemand>> seen = sources.seenBy(request, whole);
            return Answer.json(status, () -> DemandJson.explained(seen.get(), now));
        }
        return Answer.json(status, DemandJson.encode(whole, now));
    }

    /** Returns one NodeSet by namespace and name, in the cluster of the query or in any cluster. */
    Answer one(ApiRequest request) {
        List<ClusterDemand> all = sources.demand().get();
        Optional<String> wanted = request.query().apply("cluster");
        List<ClusterDemand> clusters = all.stream()
                .filter(cluster -> wanted.isEmpty() || wanted.get().equals(cluster.cluster()))
                .toList();
        if (wanted.isPresent() && clusters.isEmpty()) {
            return Answer.error(
                    404, "no cluster " + wanted.get() + "; known clusters: " + listed(all, ClusterDemand::cluster));
        }
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

    private Answer only(ApiRequest request, Found found, List<ClusterDemand> clusters) {
        if (!found.cluster().publishing()) {
            return Answer.error(503, reasons(List.of(found.cluster())));
        }
        List<ClusterDemand> unknown =
                clusters.stream().filter(cluster -> cluster.demand().isEmpty()).toList();
        if (!unknown.isEmpty()) {
            // Without this check, a starting exporter would briefly return another cluster's value for this NodeSet.
            return Answer.error(
                    503,
                    reasons(unknown) + "; it may also have a NodeSet " + found.name() + ", so choose with ?cluster=");
        }
        Optional<String> notScalable = found.nodeSet().notScalable();
        if (notScalable.isPresent()) {
            return Answer.error(503, fullName(found) + " gets no number: " + notScalable.get());
        }
        Instant now = sources.clock().instant();
        if (request.asksFor("explain")) {
            Supplier<List<ClusterDemand>> seen = sources.seenBy(request, List.of(found.cluster()));
            return Answer.json(200, () -> DemandJson.explained(seen.get().get(0), found.nodeSet(), now));
        }
        return Answer.json(200, DemandJson.encode(found.cluster(), found.nodeSet(), now));
    }

    private static Answer missing(String name, List<ClusterDemand> clusters) {
        List<ClusterDemand> silent = clusters.stream()
                .filter(cluster -> !cluster.publishing() && !cluster.hasNoNodeSets())
                .toList();
        if (!silent.isEmpty()) {
            return Answer.error(503, reasons(silent));
        }
        List<Found> known = clusters.stream().flatMap(DemandAnswers::nodeSets).toList();
        return Answer.error(404, "no NodeSet " + name + "; known NodeSets: " + listed(known, DemandAnswers::fullName));
    }

    private static Answer ambiguous(String name, List<Found> found) {
        boolean sameCluster = found.stream().map(Found::cluster).distinct().count() < found.size();
        String advice = sameCluster ? "rename one" : "choose with ?cluster=";
        return Answer.error(
                409,
                "several NodeSets are named " + name + ": " + listed(found, DemandAnswers::fullName) + "; " + advice);
    }

    private static String reasons(List<ClusterDemand> clusters) {
        return clusters.stream()
                .map(cluster ->
                        "cluster " + cluster.cluster() + ": " + cluster.reason().orElse("NodeSets unknown"))
                .collect(Collectors.joining("; "));
    }

    private static <T> String listed(List<T> things, Function<T, String> name) {
        return things.isEmpty() ? "none" : things.stream().map(name).collect(Collectors.joining(", "));
    }

    private static String fullName(Found found) {
        return found.nodeSet().pool().kind() + " " + found.name() + " in cluster "
                + found.cluster().cluster();
    }

    private static Stream<Found> nodeSets(ClusterDemand cluster) {
        return cluster.demand().stream()
                .flatMap(demand -> demand.pools().stream())
                .map(nodeSet -> new Found(cluster, nodeSet));
    }

    private record Found(ClusterDemand cluster, PoolDemand nodeSet) {

        String name() {
            PoolName pool = nodeSet.pool();
            return pool.namespace() + "/" + pool.name();
        }
    }
}
