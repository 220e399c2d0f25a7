package dev.sluice.exporter.api;

import dev.sluice.exporter.api.document.JobPage;
import dev.sluice.exporter.api.document.Listed;
import dev.sluice.exporter.api.document.NodeDocument;
import dev.sluice.exporter.api.document.ShownJobs;
import dev.sluice.exporter.api.view.ShownCluster;
import dev.sluice.exporter.derive.JobList;
import dev.sluice.exporter.derive.gpu.JobGpus;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.waste.JobWaste;
import dev.sluice.exporter.derive.waste.WasteFinder;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.publish.PublishedNodes;
import dev.sluice.exporter.publish.PublishedQueue;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Answers requests for lists of jobs, nodes and wasted GPU time, and for one node with its jobs. */
final class ListAnswers {

    /** Maximum number of jobs in the response for one node; {@code /api/v1/jobs} lists all jobs. */
    private static final int MAX_JOBS_OF_NODE = 100;

    private ListAnswers() {}

    /** Returns one page of the jobs that match the filters of the query. */
    static ApiAnswer jobs(ApiRequest request) {
        JobSearch search = JobSearch.of(request);
        return request.answer(cluster -> jobs(cluster, search), "jobs");
    }

    private static Listed.Jobs jobs(ShownCluster cluster, JobSearch search) {
        Optional<PublishedQueue> queue = cluster.queue();
        if (queue.isEmpty()) {
            return Listed.Withheld.of(cluster, SlurmSource.JOBS);
        }
        JobList found = search.in(cluster);
        return JobPage.of(new ShownJobs(cluster, queue.get()), found, search.pageOf(found.rows()));
    }

    /**
     * Returns one page of the running jobs with GPUs, with the wasted resources of each job. The jobs with findings come
     * first, and of these the jobs with the most GPU time.
     */
    static ApiAnswer waste(ApiRequest request) {
        JobSearch search = JobSearch.of(request);
        boolean flaggedOnly = request.asksFor("flagged");
        return request.answer(cluster -> waste(cluster, search, flaggedOnly));
    }

    private static Listed.Waste waste(ShownCluster cluster, JobSearch search, boolean flaggedOnly) {
        Optional<PublishedQueue> queue = cluster.queue();
        Optional<PublishedNodes> nodes = cluster.nodes();
        if (queue.isEmpty() || nodes.isEmpty()) {
            return Listed.Withheld.of(cluster, queue.isEmpty() ? SlurmSource.JOBS : SlurmSource.NODES);
        }
        WasteFinder finder = new WasteFinder(
                queue.get().jobs(),
                nodes.get().nodes(),
                cluster.constraints(),
                nodes.get().beside(),
                cluster.now());
        List<JobWaste> found = finder.jobs(search.filter(cluster)).stream()
                .filter(waste -> waste.flagged() || !flaggedOnly)
                .toList();
        return JobPage.WastePage.of(
                new ShownJobs(cluster, queue.get()), found, search.pageOf(found.size()), search.limit());
    }

    /** Returns one page of the nodes that match the filters of the query. */
    static ApiAnswer nodes(ApiRequest request) {
        NodeSearch search = NodeSearch.of(request);
        return request.answer(cluster -> nodes(cluster, search), "nodes");
    }

    private static Listed.Nodes nodes(ShownCluster cluster, NodeSearch search) {
        return cluster.nodes()
                .<Listed.Nodes>map(nodes -> NodeDocument.NodePage.of(
                        cluster,
                        nodes.nodes().stream().filter(search.filter()).toList(),
                        nodes.at(),
                        search.page(),
                        search.limit()))
                .orElseGet(() -> Listed.Withheld.of(cluster, SlurmSource.NODES));
    }

    /** Returns one node by name, with its jobs. */
    static ApiAnswer node(ApiRequest request) {
        String name = request.segment(0);
        JobSearch search = new JobSearch(Map.of("node", name), JobSearch.Order.START, 1, MAX_JOBS_OF_NODE, false);
        return request.found(
                SlurmSource.NODES,
                cluster -> node(cluster, name).map(node -> node(cluster, search, node)),
                "no node " + name + "; sinfo -N lists the nodes",
                "node");
    }

    private static JobPage.NodeWithJobs node(ShownCluster cluster, JobSearch search, JoinedNode node) {
        List<Job> shown = cluster.jobs().stream().filter(search.filter(cluster)).toList();
        return new JobPage.NodeWithJobs(
                jobs(cluster, search),
                NodeDocument.of(node, cluster),
                JobGpus.on(node, shown).stream().map(JobPage.GpuOfJob::of).toList());
    }

    private static Optional<JoinedNode> node(ShownCluster cluster, String name) {
        return cluster.nodes().stream()
                .flatMap(nodes -> nodes.nodes().stream())
                .filter(joined -> joined.node().name().equals(name))
                .findFirst();
    }
}
