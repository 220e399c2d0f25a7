package dev.sluice.exporter.sink.cloudwatch.rollup;

import static dev.sluice.exporter.sink.cloudwatch.rollup.Aggregation.MAX;
import static dev.sluice.exporter.sink.cloudwatch.rollup.Aggregation.MIN;
import static dev.sluice.exporter.sink.cloudwatch.rollup.Aggregation.PRESENT;
import static dev.sluice.exporter.sink.cloudwatch.rollup.Aggregation.SUM;

import dev.sluice.exporter.metrics.family.MetricFamily;
import dev.sluice.exporter.sink.cloudwatch.rollup.Declarations.Level;
import java.util.ArrayList;
import java.util.List;

/**
 * The default CloudWatch metrics, for alarms and an overview: at most a dozen metrics per partition and per NodeSet,
 * and no metrics per node, job or user.
 */
public final class BuiltInProfile {

    /** Metric that is always 1 for each cluster, to show that the publisher works. */
    public static final String HEARTBEAT = "heartbeat";

    /**
     * The first priority after the priorities of the built-in metrics. If the budget is too small, metrics of
     * partitions are cut first, then metrics of NodeSets, then metrics of clusters.
     */
    public static final int FURTHER = 3_000;

    private static final int CLUSTERS = 10;
    private static final int NODE_SETS = 1_000;
    private static final int PARTITIONS = 2_000;

    private static final String BUSY = "state=allocated|mixed";
    private static final String IDLE = "state=idle";
    private static final String ALLOCATED = "state=allocated";
    private static final String UNAVAILABLE = "state=unavailable";
    /** States of nodes that need attention. Excludes the states of nodes that power saving has switched off. */
    private static final String OUT_OF_SERVICE = "state=down|draining|drained|maintenance";

    private static final String CLUSTER_JOBS = "slurm_cluster_jobs";
    private static final String QUEUE_JOBS = "slurm_queue_jobs";
    private static final String CLUSTER_NODES = "slurm_cluster_nodes";
    private static final String CAPACITY_NODES = "slurm_capacity_nodes";
    private static final String JOB_ENDS = "slurm_job_ends_total";
    private static final String FAILURES = "state=failed|timeout|out_of_memory|node_fail|boot_fail|deadline";

    private BuiltInProfile() {}

    /**
     * Returns the declarations.
     *
     * @param families all families of the catalogue
     * @param partitions true to include metrics per partition
     * @param nodeSets true to include metrics per NodeSet
     */
    public static List<DeclaredMetric> metrics(List<MetricFamily> families, boolean partitions, boolean nodeSets) {
        List<DeclaredMetric> all = new ArrayList<>(clusters(new Declarations(families, CLUSTERS)));
        if (nodeSets) {
            all.addAll(nodeSets(new Declarations(families, NODE_SETS)));
        }
        if (partitions) {
            all.addAll(partitions(new Declarations(families, PARTITIONS)));
        }
        return all;
    }

    private static List<DeclaredMetric> clusters(Declarations declare) {
        Level cluster = Level.of("cluster");
        declare.add(PRESENT, cluster, HEARTBEAT, "sluice_series");
        declare.add(MIN, cluster, "sources_up", "sluice_source_up");
        declare.add(SUM, cluster, "jobs_pending", CLUSTER_JOBS, "state=pending");
        declare.add(SUM, cluster, "jobs_running", CLUSTER_JOBS, "state=running");
        declare.add(
                MAX, cluster.presentBy(CLUSTER_JOBS), "oldest_pending_seconds", "slurm_queue_oldest_pending_seconds");
        declare.add(SUM, cluster, "nodes_busy", CLUSTER_NODES, BUSY);
        declare.add(SUM, cluster, "nodes_idle", CLUSTER_NODES, IDLE);
        declare.add(SUM, cluster, "nodes_out_of_service", CLUSTER_NODES, OUT_OF_SERVICE);
        Level nodes = cluster.presentBy(CLUSTER_NODES);
        declare.add(SUM, nodes, "gpus_allocated", "slurm_cluster_gpus", ALLOCATED);
        declare.add(SUM, nodes, "gpus_idle", "slurm_cluster_gpus", IDLE);
        declare.add(SUM, nodes, "gpus_unavailable", "slurm_cluster_gpus", UNAVAILABLE);
        declare.add(SUM, cluster, "cpus_allocated", "slurm_cluster_cpus", ALLOCATED);
        declare.add(SUM, cluster, "cpus_idle", "slurm_cluster_cpus", IDLE);
        declare.add(SUM, cluster, "cpus_unavailable", "slurm_cluster_cpus", UNAVAILABLE);
        declare.add(SUM, cluster, "memory_allocated_bytes", "slurm_cluster_memory_bytes", ALLOCATED);
        declare.add(SUM, cluster, "memory_idle_bytes", "slurm_cluster_memory_bytes", IDLE);
        declare.add(SUM, cluster, "jobs_unsatisfiable", "slurm_jobs_unsatisfiable");
        declare.add(SUM, cluster, "jobs_submitted", "slurm_job_submissions_total");
        declare.add(SUM, cluster, "jobs_started", "slurm_job_starts_total");
        declare.add(SUM, cluster, "jobs_completed", JOB_ENDS, "state=completed");
        declare.add(SUM, cluster, "jobs_failed", JOB_ENDS, FAILURES);
        declare.add(SUM, cluster, "jobs_requeued", "slurm_job_requeues_total");
        declare.add(SUM, cluster, "job_wait_seconds", "slurm_job_wait_seconds");
        return declare.declared();
    }

    private static List<DeclaredMetric> nodeSets(Declarations declare) {
        Level nodeSet = Level.of("cluster", "namespace", "nodeset");
        declare.add(MIN, nodeSet, "autoscaling_trusted", "slurm_autoscaler_publishing");
        declare.add(SUM, nodeSet, "replicas_desired", "slurm_nodeset_desired_replicas");
        declare.add(SUM, nodeSet, "replicas", "slurm_nodeset_spec_replicas");
        declare.add(SUM, nodeSet, "replicas_ready", "slurm_nodeset_ready_replicas");
        declare.add(SUM, nodeSet, "nodes_busy", "slurm_nodeset_busy_nodes");
        declare.add(SUM, nodeSet, "nodes_idle", "slurm_nodeset_idle_nodes");
        declare.add(
                SUM, nodeSet.presentBy("slurm_nodeset_busy_nodes"), "nodes_unusable", "slurm_nodeset_unusable_nodes");
        declare.add(SUM, nodeSet, "jobs_eligible", "slurm_nodeset_pending_jobs", "class=eligible");
        return declare.declared();
    }

    private static List<DeclaredMetric> partitions(Declarations declare) {
        Level partition = Level.of("cluster", "partition");
        declare.add(SUM, partition, "jobs_pending", QUEUE_JOBS, "state=pending");
        declare.add(SUM, partition, "jobs_running", QUEUE_JOBS, "state=running");
        declare.add(
                MAX, partition.presentBy(QUEUE_JOBS), "oldest_pending_seconds", "slurm_queue_oldest_pending_seconds");
        declare.add(SUM, partition, "nodes_busy", CAPACITY_NODES, BUSY);
        declare.add(SUM, partition, "nodes_idle", CAPACITY_NODES, IDLE);
        declare.add(SUM, partition, "nodes_out_of_service", CAPACITY_NODES, OUT_OF_SERVICE);
        Level nodes = partition.presentBy(CAPACITY_NODES);
        declare.add(SUM, nodes, "gpus_allocated", "slurm_capacity_gpus", ALLOCATED);
        declare.add(SUM, nodes, "gpus_idle", "slurm_capacity_gpus", IDLE);
        declare.add(SUM, partition.presentBy(QUEUE_JOBS), "gpus_requested", "slurm_queue_requested_gpus");
        declare.add(SUM, partition, "jobs_started", "slurm_job_starts_total");
        declare.add(SUM, partition, "jobs_failed", JOB_ENDS, FAILURES);
        declare.add(SUM, partition, "job_wait_seconds", "slurm_job_wait_seconds");
        return declare.declared();
    }
}
