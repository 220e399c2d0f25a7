package dev.sluice.exporter.publish;

import dev.sluice.exporter.derive.BlackHoles;
import dev.sluice.exporter.derive.BlackHoles.BlackHole;
import dev.sluice.exporter.derive.JobLife;
import dev.sluice.exporter.derive.NodeEnds;
import dev.sluice.exporter.derive.NodeLosses;
import dev.sluice.exporter.derive.NodeLosses.Losses;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.metrics.LifeMetrics;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.job.Job;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** Counts job events, job ends by node, and outages of nodes, from one list to the next. */
final class JobHistory {

    private final String cluster;
    private final JobLife life;
    private final NodeEnds nodeEnds;
    private final NodeLosses nodeLosses;
    private final BlackHoles blackHoles = new BlackHoles();
    private List<BlackHole> found = List.of();

    JobHistory(String cluster, SeriesBudget budget) {
        this.cluster = cluster;
        this.nodeEnds = new NodeEnds(budget.nodes());
        this.nodeLosses = new NodeLosses(budget.nodes());
        this.life = new JobLife(budget, end -> {
            nodeEnds.ended(end);
            blackHoles.ended(end);
        });
    }

    /**
     * Compares a job list with the previous job list.
     *
     * @param partitions partitions to include, with or without jobs
     * @param nodes nodes to include from the start, before any job ends on these nodes
     */
    MetricBatch observe(Observed<List<Job>> jobs, Collection<String> partitions, List<JoinedNode> nodes) {
        List<String> names = nodes.stream()
                .sorted(JoinedNode.BY_GPUS_AND_NAME)
                .map(joined -> joined.node().name())
                .toList();
        life.observe(jobs.value(), partitions, jobs.wall());
        found = blackHoles.observe(jobs.value(), jobs.wall());
        return MetricBatch.of(List.of(
                new LifeMetrics(cluster, life.counts()),
                LifeMetrics.OnNodes.SECTION.batch(
                        new LifeMetrics.OnNodes(cluster, nodeEnds.observe(jobs.value(), names), found))));
    }

    /**
     * Compares a node list with the previous node list.
     *
     * @param nodes the nodes, in the order in which they have series
     */
    Losses losses(List<JoinedNode> nodes, Instant at) {
        return nodeLosses.observe(nodes, at);
    }

    /** Returns the black holes as of the last job list. */
    List<BlackHole> blackHoles() {
        return found;
    }
}
