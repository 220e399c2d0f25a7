package dev.sluice.exporter.api;

import dev.sluice.exporter.api.document.JobPage;
import dev.sluice.exporter.api.document.JsonDocument;
import dev.sluice.exporter.api.document.ListText;
import dev.sluice.exporter.api.document.Listed;
import dev.sluice.exporter.api.document.NodeDocument;
import dev.sluice.exporter.api.document.ShownJobs;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.JobList;
import dev.sluice.exporter.derive.gpu.JobGpus;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.waste.JobWaste;
import dev.sluice.exporter.derive.waste.WasteFinder;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.publish.PublishedNodes;
import dev.sluice.exporter.publish.PublishedQueue;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Answers requests for lists of jobs, nodes and wasted GPU time, and for one node with its jobs. */
record ListAnswers(ApiSources sources) {

    /** Maximum number of jobs in the response for one node; {@code /api/v1/jobs} lists all jobs. */
    private static final int MAX_JOBS_OF_NODE = 100;

    /** Returns one page of the jobs that match the filters of the query. */
    Answer jobs(ApiRequest request) {
        JobSearch search = JobSearch.of(request);
        if (search.namesHiddenUser()) {
            return WhyAnswers.usersAreHidden();
        }
        boolean text = request.asksForText();
        return sources.search(
                request,
                (clusters, now) -> Answer.document(
                        JsonDocument.clusters(clusters, cluster -> jobs(cluster, search, now)), text, ListText::jobs));
    }

    private static Listed.Jobs jobs(ClusterView cluster, JobSearch search, Instant now) {
        Optional<PublishedQueue> queue = cluster.queueAt(now);
        if (queue.isEmpty()) {
            return Listed.Withheld.of(cluster, SlurmSource.JOBS, now);
        }
        JobList found = search.in(cluster, queue.get().jobs(), now);
        ShownJobs shown = new ShownJobs(cluster, queue.get(), search.visibility(), now);
        return JobPage.of(cluster, shown, found, page(found.rows(), search));
    }

    private static JobPage.PageNumber page(long rows, JobSearch search) {
        long pages = (rows + search.limit() - 1) / search.limit();
        return new JobPage.PageNumber(
                search.page(), Math.max(1, Math.min(pages, JobSearch.MAX_DEPTH / search.limit())));
    }

    /**
     * Returns one page of the running jobs with GPUs, with the wasted resources of each job. The jobs with the most GPU
     * time come first.
     */
    Answer waste(ApiRequest request) {
        JobSearch search = JobSearch.of(request);
        if (search.namesHiddenUser()) {
            return WhyAnswers.usersAreHidden();
        }
        boolean flaggedOnly = request.asksFor("flagged");
        return sources.search(
                request,
                (clusters, now) -> Answer.json(
                        JsonDocument.clusters(clusters, cluster -> waste(cluster, search, flaggedOnly, now))));
    }

    private static Listed.Waste waste(ClusterView cluster, JobSearch search, boolean flaggedOnly, Instant now) {
        Optional<PublishedQueue> queue = cluster.queueAt(now);
        Optional<PublishedNodes> nodes = cluster.nodesAt(now);
        if (queue.isEmpty() || nodes.isEmpty()) {
            return Listed.Withheld.of(cluster, queue.isEmpty() ? SlurmSource.JOBS : SlurmSource.NODES, now);
        }
        WasteFinder finder = new WasteFinder(
                queue.get().jobs(),
                nodes.get().nodes(),
                cluster.constraintsAt(now),
                nodes.get().beside(),
                now);
        List<JobWaste> found = finder.jobs(search.filter(cluster, now)).stream()
                .filter(waste -> waste.flagged() || !flaggedOnly)
                .toList();
        ShownJobs shown = new ShownJobs(cluster, queue.get(), search.visibility(), now);
        return JobPage.WastePage.of(cluster, shown, found, page(found.size(), search), search.limit(), now);
    }

    /** Returns one page of the nodes that match the filters of the query. */
    Answer nodes(ApiRequest request) {
        NodeSearch search = NodeSearch.of(request);
        boolean text = request.asksForText();
        return sources.search(
                request,
                (clusters, now) -> Answer.document(
                        JsonDocument.clusters(clusters, cluster -> nodes(cluster, search, now)),
                        text,
                        ListText::nodes));
    }

    private static Listed.Nodes nodes(ClusterView cluster, NodeSearch search, Instant now) {
        Optional<PublishedNodes> nodes = cluster.nodesAt(now);
        if (nodes.isEmpty()) {
            return Listed.Withheld.of(cluster, SlurmSource.NODES, now);
        }
        List<JoinedNode> found =
                nodes.get().nodes().stream().filter(search.filter()).toList();
        return NodeDocument.NodePage.of(cluster.name(), found, nodes.get().at(), search.page(), search.limit(), now);
    }

    /** Returns one node by name, with its jobs. */
    Answer node(ApiRequest request) {
        String name = request.segment(0);
        JobSearch search = new JobSearch(
                Map.of("node", name), request.visibility(), JobSearch.Order.START, 1, MAX_JOBS_OF_NODE, false);
        boolean text = request.asksForText();
        return sources.search(request, (clusters, now) -> node(clusters, name, search, text, now));
    }

    private static Answer node(List<ClusterView> clusters, String name, JobSearch search, boolean text, Instant now) {
        List<ClusterView> found = clusters.stream()
                .filter(cluster -> node(cluster, name, now).isPresent())
                .toList();
        if (found.isEmpty()) {
            return Answer.missing(
                    WhyAnswers.withheld(clusters, SlurmSource.NODES, now),
                    "no node " + name + "; sinfo -N lists the nodes");
        }
        JsonDocument.Clusters document = JsonDocument.clusters(found, cluster -> {
            Visibility visibility = search.visibility().within(cluster.privateData());
            JoinedNode joined = node(cluster, name, now).orElseThrow();
            Optional<PublishedQueue> queue = cluster.queueAt(now);
            List<Job> shown = queue.stream()
                    .flatMap(present -> present.jobs().stream())
                    .filter(search.filter(cluster, now))
                    .toList();
            return new JobPage.NodeWithJobs(
                    jobs(cluster, search, now),
                    NodeDocument.of(
                            joined, queue.map(PublishedQueue::blackHoles).orElse(List.of()), visibility, now),
                    JobGpus.on(joined, shown).stream().map(JobPage.GpuOfJob::of).toList());
        });
        return Answer.document(document, text, ListText::node);
    }

    private static Optional<JoinedNode> node(ClusterView cluster, String name, Instant now) {
        return cluster.nodesAt(now).stream()
                .flatMap(nodes -> nodes.nodes().stream())
                .filter(joined -> joined.node().name().equals(name))
                .findFirst();
    }
}
