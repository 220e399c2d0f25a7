package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.JobSeries;
import dev.sluice.exporter.derive.JobSeries.Placed;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import java.util.Map;

/**
 * The series of single jobs.
 *
 * @param cluster cluster name
 * @param series the jobs
 * @param nodes what nodes are in Kubernetes, by name; those that are not there have neither pod nor machine
 * @param budget what becomes of names
 */
public record JobSeriesMetrics(String cluster, JobSeries series, Map<String, JoinedNode> nodes, SeriesBudget budget)
        implements MetricBatch {

    public JobSeriesMetrics {
        nodes = Map.copyOf(nodes);
    }

    @Override
    public void forEach(MetricVisitor visitor) {
        series.jobs().forEach(placed -> info(visitor, placed.job()));
        series.jobs().forEach(placed -> nodes(visitor, placed));
        visitor.sample(MetricCatalog.SERIES_FOLDED, series.folded(), cluster, "job");
    }

    private void info(MetricVisitor visitor, Job job) {
        visitor.sample(
                LifeFamilies.JOB_INFO,
                1,
                cluster,
                Long.toString(job.id()),
                job.arrayJobId() == 0 ? "" : Long.toString(job.arrayJobId()),
                budget.userNames().apply(job.user()),
                budget.accountNames().apply(job.account()),
                String.join(",", job.partitions()),
                job.qos());
    }

    private void nodes(MetricVisitor visitor, Placed placed) {
        for (String name : placed.nodes()) {
            JoinedNode node = nodes.get(name);
            visitor.sample(
                    LifeFamilies.JOB_NODE,
                    1,
                    cluster,
                    Long.toString(placed.job().id()),
                    name,
                    node == null ? "" : node.pod().map(SlurmdPod::namespace).orElse(""),
                    node == null ? "" : node.pod().map(SlurmdPod::name).orElse(""),
                    node == null ? "" : machine(node));
        }
    }

    private static String machine(JoinedNode node) {
        return node.kubeNode()
                .map(KubeNode::name)
                .or(() -> node.pod().map(SlurmdPod::kubeNode))
                .orElse("");
    }
}
