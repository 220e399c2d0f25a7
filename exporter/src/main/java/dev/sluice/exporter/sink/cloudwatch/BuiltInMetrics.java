package dev.sluice.exporter.sink.cloudwatch;

import static dev.sluice.exporter.sink.cloudwatch.Aggregation.MAX;
import static dev.sluice.exporter.sink.cloudwatch.Aggregation.MIN;
import static dev.sluice.exporter.sink.cloudwatch.Aggregation.PRESENT;
import static dev.sluice.exporter.sink.cloudwatch.Aggregation.SUM;

import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.MetricFamily;
import java.util.ArrayList;
import java.util.List;

/**
 * The default CloudWatch metrics, for alarms and an overview: at most a dozen metrics per partition and per NodeSet,
 * and no metrics per node, job or user.
 */
final class BuiltInMetrics {

    private static final String BUSY = "state=allocated|mixed";
    private static final String IDLE = "state=idle";
    private static final String ALLOCATED = "state=allocated";
    private static final String UNAVAILABLE = "state=unavailable";
    /** States of nodes that need attention. Excludes the states of nodes that power saving has switched off. */
    private static final String OUT_OF_SERVICE = "state=down|draining|drained|maintenance";

    private static final String FAILURES = "state=failed|timeout|out_of_memory|node_fail|boot_fail|deadline";

    private final List<DeclaredMetric> metrics = new ArrayList<>();
    private List<String> labels = List.of();

    private BuiltInMetrics() {}

    /** Returns the declarations, the most important first. */
    static List<DeclaredMetric> of(boolean partitions, boolean nodeSets) {
        BuiltInMetrics all = new BuiltInMetrics();
        all.addClusters();
        if (nodeSets) {
            all.addNodeSets();
        }
        if (partitions) {
            all.addPartitions();
        }
        return all.metrics;
    }

    private void addClusters() {
        labels = List.of("cluster");
        add("heartbeat", PRESENT, "sluice_series");
        add("sources_up", MIN, "sluice_source_up");
        add("jobs_pending", SUM, "slurm_cluster_jobs", "state=pending");
        add("jobs_running", SUM, "slurm_cluster_jobs", "state=running");
        addBeside("slurm_cluster_requested_nodes", "oldest_pending_seconds", MAX, "slurm_queue_oldest_pending_seconds");
        add("nodes_busy", SUM, "slurm_cluster_nodes", BUSY);
        add("nodes_idle", SUM, "slurm_cluster_nodes", IDLE);
        add("nodes_out_of_service", SUM, "slurm_cluster_nodes", OUT_OF_SERVICE);
        addBeside("slurm_cluster_nodes", "gpus_allocated", SUM, "slurm_cluster_gpus", ALLOCATED);
        addBeside("slurm_cluster_nodes", "gpus_idle", SUM, "slurm_cluster_gpus", IDLE);
        addBeside("slurm_cluster_nodes", "gpus_unavailable", SUM, "slurm_cluster_gpus", UNAVAILABLE);
        add("cpus_allocated", SUM, "slurm_cluster_cpus", ALLOCATED);
        add("cpus_idle", SUM, "slurm_cluster_cpus", IDLE);
        add("cpus_unavailable", SUM, "slurm_cluster_cpus", UNAVAILABLE);
        add("memory_allocated_bytes", SUM, "slurm_cluster_memory_bytes", ALLOCATED);
        add("memory_idle_bytes", SUM, "slurm_cluster_memory_bytes", IDLE);
        add("jobs_unsatisfiable", SUM, "slurm_jobs_unsatisfiable");
        add("jobs_submitted", SUM, "slurm_job_submissions_total");
        add("jobs_started", SUM, "slurm_job_starts_total");
        add("jobs_completed", SUM, "slurm_job_ends_total", "state=completed");
        add("jobs_failed", SUM, "slurm_job_ends_total", FAILURES);
        add("jobs_requeued", SUM, "slurm_job_requeues_total");
        add("job_wait_seconds", SUM, "slurm_job_wait_seconds");
    }

    private void addNodeSets() {
        labels = List.of("cluster", "namespace", "nodeset");
        add("autoscaling_trusted", MIN, "slurm_autoscaler_publishing");
        add("replicas_desired", SUM, "slurm_nodeset_desired_replicas");
        add("replicas", SUM, "slurm_nodeset_spec_replicas");
        add("replicas_ready", SUM, "slurm_nodeset_ready_replicas");
        add("nodes_busy", SUM, "slurm_nodeset_busy_nodes");
        add("nodes_idle", SUM, "slurm_nodeset_idle_nodes");
        addBeside("slurm_nodeset_busy_nodes", "nodes_unusable", SUM, "slurm_nodeset_unusable_nodes");
        add("jobs_eligible", SUM, "slurm_nodeset_pending_jobs", "class=eligible");
    }

    private void addPartitions() {
        labels = List.of("cluster", "partition");
        add("jobs_pending", SUM, "slurm_queue_jobs", "state=pending");
        add("jobs_running", SUM, "slurm_queue_jobs", "state=running");
        addBeside("slurm_queue_requested_nodes", "oldest_pending_seconds", MAX, "slurm_queue_oldest_pending_seconds");
        add("nodes_busy", SUM, "slurm_capacity_nodes", BUSY);
        add("nodes_idle", SUM, "slurm_capacity_nodes", IDLE);
        add("nodes_out_of_service", SUM, "slurm_capacity_nodes", OUT_OF_SERVICE);
        addBeside("slurm_capacity_nodes", "gpus_allocated", SUM, "slurm_capacity_gpus", ALLOCATED);
        addBeside("slurm_capacity_nodes", "gpus_idle", SUM, "slurm_capacity_gpus", IDLE);
        addBeside("slurm_queue_requested_nodes", "gpus_requested", SUM, "slurm_queue_requested_gpus");
        add("jobs_started", SUM, "slurm_job_starts_total");
        add("jobs_failed", SUM, "slurm_job_ends_total", FAILURES);
        add("job_wait_seconds", SUM, "slurm_job_wait_seconds");
    }

    private void add(String name, Aggregation aggregation, String family, String... where) {
        addBeside(family, name, aggregation, family, where);
    }

    /** Adds a metric that is 0 where only the presence family has a sample. */
    private void addBeside(String presence, String name, Aggregation aggregation, String family, String... where) {
        MetricFamily source = MetricCatalog.family(family);
        metrics.add(new DeclaredMetric(
                name,
                source,
                DeclaredMetric.rules(List.of(where)),
                labels,
                aggregation,
                MetricCatalog.family(presence)));
    }
}
