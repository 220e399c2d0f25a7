package dev.sluice.exporter.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.api.document.JobJson;
import dev.sluice.exporter.api.document.JsonDocument;
import dev.sluice.exporter.api.document.ListText;
import dev.sluice.exporter.api.document.NodeDocument;
import dev.sluice.exporter.api.document.WasteJson;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.JobList;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.waste.JobWaste;
import dev.sluice.exporter.derive.waste.WasteFinder;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.publish.PublishedNodes;
import dev.sluice.exporter.publish.PublishedQueue;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

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

    private static ObjectNode jobs(ClusterView cluster, JobSearch search, Instant now) {
        ObjectNode object = JsonDocument.object().put("cluster", cluster.name());
        Optional<PublishedQueue> queue = cluster.queueAt(now);
        if (queue.isEmpty()) {
            return putWithheld(object, cluster, SlurmSource.JOBS, now);
        }
        JsonDocument.age(object, queue.get().at(), now);
        JobList found = search.in(cluster, queue.get().jobs(), now);
        object.put("records", found.records());
        object.set("byState", JsonDocument.numbers(found.tasks(), JobState::label));
        object.set("byReason", JsonDocument.numbers(found.reasons(), Function.identity()));
        object.put("rows", found.rows());
        putPages(object, found.rows(), search);
        JobJson one = new JobJson(cluster, queue.get(), search.visibility(), now);
        return object.set("jobs", JsonDocument.array(found.page(), row -> row(one, row)));
    }

    private static ObjectNode putWithheld(ObjectNode object, ClusterView cluster, SlurmSource source, Instant now) {
        return object.put("withheld", cluster.withheld(source, now).orElse(source.label() + " are not known"));
    }

    /** Encodes a row. If an array is grouped into one row, the row contains the tasks of all records of the array. */
    private static ObjectNode row(JobJson one, JobList.Row row) {
        ObjectNode object = one.summary(row.job()).put("tasks", row.tasks());
        return row.records() > 1 ? object.put("folded", row.records()) : object;
    }

    private static void putPages(ObjectNode object, long rows, JobSearch search) {
        long pages = (rows + search.limit() - 1) / search.limit();
        object.put("page", search.page());
        object.put("pages", Math.max(1, Math.min(pages, JobSearch.MAX_DEPTH / search.limit())));
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

    private static ObjectNode waste(ClusterView cluster, JobSearch search, boolean flaggedOnly, Instant now) {
        ObjectNode object = JsonDocument.object().put("cluster", cluster.name());
        Optional<PublishedQueue> queue = cluster.queueAt(now);
        Optional<PublishedNodes> nodes = cluster.nodesAt(now);
        if (queue.isEmpty() || nodes.isEmpty()) {
            return putWithheld(object, cluster, queue.isEmpty() ? SlurmSource.JOBS : SlurmSource.NODES, now);
        }
        JsonDocument.age(object, queue.get().at(), now);
        WasteFinder finder = new WasteFinder(
                queue.get().jobs(),
                nodes.get().nodes(),
                cluster.constraintsAt(now),
                nodes.get().beside(),
                now);
        List<JobWaste> found = finder.jobs(search.filter(cluster, now)).stream()
                .filter(waste -> waste.flagged() || !flaggedOnly)
                .toList();
        WasteJson.sums(object, found);
        putPages(object, found.size(), search);
        List<JobWaste> page = found.stream()
                .skip((search.page() - 1L) * search.limit())
                .limit(search.limit())
                .toList();
        JobJson one = new JobJson(cluster, queue.get(), search.visibility(), now);
        return object.set(
                "jobs", JsonDocument.array(page, waste -> WasteJson.job(one.summary(waste.job()), waste, now)));
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

    private static ObjectNode nodes(ClusterView cluster, NodeSearch search, Instant now) {
        ObjectNode object = JsonDocument.object().put("cluster", cluster.name());
        Optional<PublishedNodes> nodes = cluster.nodesAt(now);
        if (nodes.isEmpty()) {
            return putWithheld(object, cluster, SlurmSource.NODES, now);
        }
        List<JoinedNode> found =
                nodes.get().nodes().stream().filter(search.filter()).toList();
        return object.setAll((ObjectNode) JsonDocument.tree(
                NodeDocument.NodePage.of(found, nodes.get().at(), search.page(), search.limit(), now)));
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
        ObjectNode document = JsonDocument.clusters(found, cluster -> {
            ObjectNode object = jobs(cluster, search, now);
            JoinedNode node = node(cluster, name, now).orElseThrow();
            Visibility visibility = search.visibility().within(cluster.privateData());
            return object.set(
                    "node",
                    JsonDocument.tree(NodeDocument.of(
                            node,
                            cluster.queueAt(now).map(PublishedQueue::blackHoles).orElse(List.of()),
                            visibility,
                            now)));
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
