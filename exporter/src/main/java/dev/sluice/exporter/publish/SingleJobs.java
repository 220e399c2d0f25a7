package dev.sluice.exporter.publish;

import dev.sluice.exporter.derive.JobSeries;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.gpu.JobGpus;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.waste.FindingCode;
import dev.sluice.exporter.derive.waste.WasteFinder;
import dev.sluice.exporter.metrics.cluster.JobGpuMetrics;
import dev.sluice.exporter.metrics.cluster.JobSeriesMetrics;
import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.model.job.Job;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Creates the metrics of each running or suspended job. */
final class SingleJobs {

    private SingleJobs() {}

    /**
     * Returns the metrics.
     *
     * @param finder findings about the jobs on current nodes: a job gets no finding about nodes that are too old
     * @param nodes all known nodes
     */
    static List<MetricBatch> metrics(
            String cluster, List<Job> jobs, WasteFinder finder, Collection<JoinedNode> nodes, SeriesBudget budget) {
        Map<Long, List<FindingCode>> findings = finder.codes();
        JobSeries series = JobSeries.of(
                jobs, job -> findings.getOrDefault(job.id(), List.of()).size(), budget);
        Map<String, JoinedNode> byName = nodes.stream()
                .collect(Collectors.toMap(node -> node.node().name(), Function.identity(), (first, second) -> first));
        MetricBatch metrics = new JobSeriesMetrics(cluster, series, byName, findings, budget);
        return budget.gpuSeries() > 0
                ? List.of(metrics, new JobGpuMetrics(cluster, JobGpus.of(jobs, byName, budget), budget))
                : List.of(metrics);
    }
}
