package dev.sluice.exporter.publish;

import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.life.JobLife;
import dev.sluice.exporter.derive.node.BlackHole;
import dev.sluice.exporter.derive.node.BlackHoles;
import dev.sluice.exporter.derive.node.NodeEnds;
import dev.sluice.exporter.metrics.cluster.LifeMetrics;
import dev.sluice.exporter.metrics.cluster.NodeJobMetrics;
import dev.sluice.exporter.metrics.family.GroupedBatch;
import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.job.Job;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** What happened to jobs, and on which nodes, from one answer on jobs to the next. */
final class JobHistory {

    private final String cluster;
    private final JobLife life;
    private final NodeEnds nodeEnds;
    private final BlackHoles blackHoles = new BlackHoles();
    private List<BlackHole> found = List.of();

    /**
     * Nothing is observed yet.
     *
     * @param ended takes each job that has ended
     */
    JobHistory(String cluster, SeriesBudget budget, Consumer<Job> ended) {
        this.cluster = cluster;
        this.nodeEnds = new NodeEnds(budget.nodes());
        this.life = new JobLife(budget, end -> {
            if (end.ofJob()) {
                ended.accept(end.job());
            }
            nodeEnds.ended(end);
            blackHoles.ended(end);
        });
    }

    /**
     * Compares with the answer before.
     *
     * @param partitions partitions to show even where no job was in them
     * @param nodes nodes to show even where no job ended on them
     */
    MetricBatch observe(Observed<List<Job>> jobs, Collection<String> partitions, Collection<String> nodes) {
        life.observe(jobs.value(), partitions, jobs.at());
        found = blackHoles.observe(jobs.value(), jobs.at());
        return new GroupedBatch(List.of(
                new LifeMetrics(cluster, life.counts()),
                new NodeJobMetrics(cluster, nodeEnds.observe(jobs.value(), nodes), found)));
    }

    /** The black holes as of the last answer. */
    List<BlackHole> blackHoles() {
        return found;
    }
}
