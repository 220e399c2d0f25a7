package dev.sluice.exporter.publish;

import dev.sluice.exporter.derive.JobSeries;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.gpu.GpuSlots;
import dev.sluice.exporter.derive.gpu.JobGpus;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.pending.Constraints;
import dev.sluice.exporter.derive.waste.FindingCode;
import dev.sluice.exporter.derive.waste.WasteFinder;
import dev.sluice.exporter.metrics.cluster.JobGpuMetrics;
import dev.sluice.exporter.metrics.cluster.JobSeriesMetrics;
import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.job.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Publishes the metrics of each job, which are off by default.
 *
 * @param beside resources that a job needs for each GPU
 */
record EachJob(String cluster, SeriesBudget budget, GpuSlots.Beside beside) {

    /**
     * Returns the metrics of the running and suspended jobs.
     *
     * @param podsOf nodes with their pods, by node name
     * @param nodes current nodes; a job with an unknown node gets no finding about nodes
     */
    List<MetricBatch> metrics(
            Observed<List<Job>> observed,
            Map<String, JoinedNode> podsOf,
            List<JoinedNode> nodes,
            Constraints constraints) {
        List<Job> jobs = observed.value();
        Map<Long, List<FindingCode>> findings =
                new WasteFinder(jobs, nodes, constraints, beside, observed.wall()).codes();
        JobSeries series = JobSeries.of(
                jobs, job -> findings.getOrDefault(job.id(), List.of()).size(), budget);
        List<MetricBatch> metrics = new ArrayList<>();
        metrics.add(new JobSeriesMetrics(cluster, series, podsOf, findings, budget));
        if (budget.gpuSeries() > 0) {
            metrics.add(new JobGpuMetrics(cluster, JobGpus.of(jobs, podsOf, budget), budget));
        }
        return metrics;
    }
}
