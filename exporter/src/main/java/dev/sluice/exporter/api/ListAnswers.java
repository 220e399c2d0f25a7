package dev.sluice.exporter.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.api.document.JobJson;
import dev.sluice.exporter.api.document.JsonDocument;
import dev.sluice.exporter.api.document.ListText;
import dev.sluice.exporter.api.document.NodeJson;
import dev.sluice.exporter.api.document.WasteJson;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.JobList;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.node.BlackHole;
import dev.sluice.exporter.derive.waste.JobWaste;
import dev.sluice.exporter.derive.waste.WasteFinder;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.job.JobState;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Answers requests for lists of jobs, nodes and wasted GPU time, and for one node with its jobs. */
final class ListAnswers {

    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int UNAVAILABLE = 503;

    /** Maximum number of jobs in the response for one node; {@code /api/v1/jobs} lists all jobs. */
    private static final int MAX_JOBS_OF_NODE = 100;

    private final Clock clock;
    private final ApiSources sources;

    ListAnswers(Clock clock, ApiSources sources) {
        this.clock = clock;
        this.sources = sources;
    }

    /** Returns one page of the jobs that match the filters of the query. */
    Answer jobs(ApiRequest request) {
        JobSearch search = JobSearch.of(request);
        if (search.namesHiddenUser()) {
            return WhyAnswers.usersAreHidden();
        }
        Supplier<List<ClusterView>> clusters = sources.views(request);
        boolean text = request.asksForText();
        return Answer.search(() -> {
            Instant now = clock.instant();
            return document(clusters.get(), cluster -> jobs(cluster, search, now), text, ListText::jobs);
        });
    }

    private ObjectNode jobs(ClusterView cluster, JobSearch search, Instant now) {
        ObjectNode object = JsonDocument.object().put("cluster", cluster.name());
        Optional<ClusterView.Queue> queue = cluster.queueAt(now);
        if (queue.isEmpty()) {
            return object.put(
                    "withheld", cluster.withheld(SlurmSource.JOBS, now).orElse("jobs are not known"));
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
        Supplier<List<ClusterView>> clusters = sources.views(request);
        return Answer.search(() -> {
            Instant now = clock.instant();
            return Answer.json(
                    OK,
                    JsonDocument.bytes(JsonDocument.clusters(
                            clusters.get(), cluster -> waste(cluster, search, flaggedOnly, now))));
        });
    }

    private ObjectNode waste(ClusterView cluster, JobSearch search, boolean flaggedOnly, Instant now) {
        ObjectNode object = JsonDocument.object().put("cluster", cluster.name());
        Optional<ClusterView.Queue> queue = cluster.queueAt(now);
        Optional<ClusterView.Nodes> nodes = cluster.nodesAt(now);
        if (queue.isEmpty() || nodes.isEmpty()) {
            SlurmSource missing = queue.isEmpty() ? SlurmSource.JOBS : SlurmSource.NODES;
            return object.put("withheld", cluster.withheld(missing, now).orElse(missing.label() + " are not known"));
        }
        JsonDocument.age(object, queue.get().at(), now);
        WasteFinder finder = new WasteFinder(
                queue.get().jobs(),
                nodes.get().nodes(),
                cluster.constraintsAt(now),
                nodes.get().beside(),
                cluster.gpuUse(),
                now);
        List<JobWaste> found = finder.jobs(search.filter(cluster, now)).stream()
                .filter(waste -> waste.flagged() || !flaggedOnly)
                .toList();
        WasteJson.sums(object, found);
        cluster.gpuUse().problem().ifPresent(problem -> object.put("utilizationProblem", problem));
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
        Supplier<List<ClusterView>> clusters = sources.views(request);
        boolean text = request.asksForText();
        return Answer.search(() -> {
            Instant now = clock.instant();
            return document(clusters.get(), cluster -> nodes(cluster, search, now), text, ListText::nodes);
        });
    }

    private static ObjectNode nodes(ClusterView cluster, NodeSearch search, Instant now) {
        ObjectNode object = JsonDocument.object().put("cluster", cluster.name());
        Optional<ClusterView.Nodes> nodes = cluster.nodesAt(now);
        if (nodes.isEmpty()) {
            return object.put(
                    "withheld", cluster.withheld(SlurmSource.NODES, now).orElse("nodes are not known"));
        }
        JsonDocument.age(object, nodes.get().at(), now);
        List<JoinedNode> found =
                nodes.get().nodes().stream().filter(search.filter()).toList();
        return NodeJson.page(object, found, search.page(), search.limit());
    }

    /** Returns one node by name, with its jobs. */
    Answer node(ApiRequest request) {
        String name = WhyAnswers.decoded(request.segments().get(0));
        Supplier<List<ClusterView>> clusters = sources.views(request);
        JobSearch search = new JobSearch(
                Map.of("node", name), request.visibility(), JobSearch.Order.START, 1, MAX_JOBS_OF_NODE, false);
        boolean text = request.asksForText();
        return Answer.search(() -> node(clusters.get(), name, search, text));
    }

    private Answer node(List<ClusterView> clusters, String name, JobSearch search, boolean text) {
        Instant now = clock.instant();
        List<ClusterView> found = clusters.stream()
                .filter(cluster -> node(cluster, name, now).isPresent())
                .toList();
        if (found.isEmpty()) {
            List<String> silent = WhyAnswers.withheld(clusters, SlurmSource.NODES, now);
            return silent.isEmpty()
                    ? Answer.error(NOT_FOUND, "no node " + name + "; sinfo -N lists the nodes")
                    : Answer.error(UNAVAILABLE, String.join("; ", silent));
        }
        return document(
                found,
                cluster -> {
                    ObjectNode object = jobs(cluster, search, now);
                    JoinedNode node = node(cluster, name, now).orElseThrow();
                    Visibility visibility = search.visibility().within(cluster.privateData());
                    ObjectNode detailed = NodeJson.detailed(node, visibility, now);
                    blackHole(cluster, name, now)
                            .ifPresent(hole -> detailed.set("blackHole", NodeJson.blackHole(hole, visibility)));
                    return object.set("node", detailed);
                },
                text,
                ListText::node);
    }

    private static Optional<JoinedNode> node(ClusterView cluster, String name, Instant now) {
        return cluster.nodesAt(now).stream()
                .flatMap(nodes -> nodes.nodes().stream())
                .filter(joined -> joined.node().name().equals(name))
                .findFirst();
    }

    private static Optional<BlackHole> blackHole(ClusterView cluster, String node, Instant now) {
        return cluster.queueAt(now).stream()
                .flatMap(queue -> queue.blackHoles().stream())
                .filter(hole -> hole.node().equals(node))
                .findFirst();
    }

    private static Answer document(
            List<ClusterView> clusters,
            Function<ClusterView, ObjectNode> content,
            boolean text,
            Function<ObjectNode, String> asText) {
        ObjectNode document = JsonDocument.clusters(clusters, content);
        return text ? Answer.text(OK, asText.apply(document)) : Answer.json(OK, JsonDocument.bytes(document));
    }
}
