package dev.sluice.exporter.api;

import dev.sluice.exporter.api.view.Billing;
import dev.sluice.exporter.api.view.ClusterDemand;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.ExporterStatus;
import dev.sluice.exporter.api.view.Visibility;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * The sources of the API's responses, called on the event loop for every request.
 *
 * @param views current view of every cluster
 * @param visibility visibility for readers that no trusted proxy identifies
 * @param billing prices and usage for statements
 */
public record ApiSources(
        Clock clock,
        Supplier<ExporterStatus> status,
        Supplier<List<ClusterDemand>> demand,
        Supplier<List<ClusterView>> views,
        Visibility visibility,
        Billing billing) {

    /**
     * Answers from the cluster that the query names, or from all clusters, with the data that the reader may see. A
     * worker thread creates the response, because the selection of the reader's jobs visits every job.
     */
    Answer search(ApiRequest request, BiFunction<List<ClusterView>, Instant, Answer> answer) {
        List<ClusterView> named = named(request);
        return Answer.search(() -> answer.apply(
                named.stream()
                        .map(cluster -> cluster.seenBy(request.visibility()))
                        .toList(),
                clock.instant()));
    }

    /** Returns the cluster that the query names, or all clusters, without explanations of jobs. */
    List<ClusterView> viewsWithoutJobs(ApiRequest request) {
        return named(request).stream().map(ClusterView::withoutExplanations).toList();
    }

    private List<ClusterView> named(ApiRequest request) {
        Optional<String> wanted = request.query().apply("cluster");
        return views.get().stream()
                .filter(cluster -> wanted.isEmpty() || wanted.get().equals(cluster.name()))
                .toList();
    }

    /**
     * Returns the demand with the explanations of jobs that the reader may see. Use the supplier on a worker thread,
     * because the selection of the reader's jobs visits every job.
     */
    Supplier<List<ClusterDemand>> seenBy(ApiRequest request, List<ClusterDemand> whole) {
        if (request.visibility().reader().isEmpty()) {
            return () -> whole;
        }
        List<ClusterView> all = views.get();
        return () -> whole.stream()
                .map(cluster -> all.stream()
                        .filter(view -> view.name().equals(cluster.cluster()))
                        .findFirst()
                        .map(view -> view.seenBy(request.visibility(), cluster))
                        .orElse(cluster))
                .toList();
    }
}
