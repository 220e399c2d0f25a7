package dev.sluice.exporter.api;

import dev.sluice.exporter.api.view.Billing;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.DemandReport;
import dev.sluice.exporter.api.view.ExporterStatus;
import dev.sluice.exporter.api.view.Visibility;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The sources of the API's responses, called on the event loop for every request.
 *
 * @param status current status
 * @param demand current demand
 * @param views current view of every cluster
 * @param visibility visibility for readers that no trusted proxy identifies
 * @param billing prices and usage for statements
 */
public record ApiSources(
        Supplier<ExporterStatus> status,
        Supplier<DemandReport> demand,
        Supplier<List<ClusterView>> views,
        Visibility visibility,
        Billing billing) {

    /**
     * Returns the cluster that the query names, or all clusters, with the data that the reader may see. Use the supplier
     * on a worker thread, because the selection of the reader's jobs visits every job.
     */
    Supplier<List<ClusterView>> views(ApiRequest request) {
        List<ClusterView> named = named(request);
        return () -> named.stream()
                .map(cluster -> cluster.seenBy(request.visibility()))
                .toList();
    }

    /** Returns the same clusters as {@link #views(ApiRequest)}, without explanations of jobs. */
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
    Supplier<DemandReport> seenBy(ApiRequest request, DemandReport whole) {
        if (request.visibility().reader().isEmpty()) {
            return () -> whole;
        }
        List<ClusterView> all = views.get();
        return () -> new DemandReport(whole.clusters().stream()
                .map(cluster -> all.stream()
                        .filter(view -> view.name().equals(cluster.cluster()))
                        .findFirst()
                        .map(view -> view.seenBy(request.visibility(), cluster))
                        .orElse(cluster))
                .toList());
    }
}
