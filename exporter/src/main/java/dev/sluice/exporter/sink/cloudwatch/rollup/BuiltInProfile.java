package dev.sluice.exporter.sink.cloudwatch.rollup;

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
        declare.present(cluster, HEARTBEAT, "sluice_series");
        declare.min(cluster, "sources_up", "sluice_source_up");
        declare.sum(cluster, "jobs_pending", CLUSTER_JOBS, "state=pending");
        declare.sum(cluster, "jobs_running", CLUSTER_JOBS, "state=running");
        declare.max(cluster.presentBy(CLUSTER_JOBS), "oldest_pending_seconds", "slurm_queue_oldest_pending_seconds");
        declare.sum(cluster, "nodes_busy", CLUSTER_NODES, BUSY);
        declare.sum(cluster, "nodes_idle", CLUSTER_NODES, IDLE);
        declare.sum(cluster, "nodes_out_of_service", CLUSTER_NODES, OUT_OF_SERVICE);
        Level nodes = cluster.presentBy(CLUSTER_NODES);
        declare.sum(nodes, "gpus_allocated", "slurm_cluster_gpus", ALLOCATED);
        declare.sum(nodes, "gpus_idle", "slurm_cluster_gpus", IDLE);
        declare.sum(nodes, "gpus_unavailable", "slurm_cluster_gpus", UNAVAILABLE);
        declare.sum(cluster, "cpus_allocated", "slurm_cluster_cpus", ALLOCATED);
        declare.sum(cluster, "cpus_idle", "slurm_cluster_cpus", IDLE);
        declare.sum(cluster, "cpus_unavailable", "slurm_cluster_cpus", UNAVAILABLE);
        declare.sum(cluster, "memory_allocated_bytes", "slurm_cluster_memory_bytes", ALLOCATED);
        declare.sum(cluster, "memory_idle_bytes", "slurm_cluster_memory_bytes", IDLE);
        declare.sum(cluster, "jobs_unsatisfiable", "slurm_jobs_unsatisfiable");
        declare.sum(cluster, "jobs_submitted", "slurm_job_submissions_total");
        declare.sum(cluster, "jobs_started", "slurm_job_starts_total");
        declare.sum(cluster, "jobs_completed", JOB_ENDS, "state=completed");
        declare.sum(cluster, "jobs_failed", JOB_ENDS, FAILURES);
        declare.sum(cluster, "jobs_requeued", "slurm_job_requeues_total");
        declare.sum(cluster, "job_wait_seconds", "slurm_job_wait_seconds");
        return declare.declared();
    }

    private static List<DeclaredMetric> nodeSets(Declarations declare) {
        Level nodeSet = Level.of("cluster", "namespace", "nodeset");
        declare.min(nodeSet, "autoscaling_trusted", "slurm_autoscaler_publishing");
        declare.sum(nodeSet, "replicas_desired", "slurm_nodeset_desired_replicas");
        declare.sum(nodeSet, "replicas", "slurm_nodeset_spec_replicas");
        declare.sum(nodeSet, "replicas_ready", "slurm_nodeset_ready_replicas");
        declare.sum(nodeSet, "nodes_busy", "slurm_nodeset_busy_nodes");
        declare.sum(nodeSet, "nodes_idle", "slurm_nodeset_idle_nodes");
        declare.sum(nodeSet.presentBy("slurm_nodeset_busy_nodes"), "nodes_unusable", "slurm_nodeset_unusable_nodes");
        declare.sum(nodeSet, "jobs_eligible", "slurm_nodeset_pending_jobs", "class=eligible");
        return declare.declared();
    }

    private static List<DeclaredMetric> partitions(Declarations declare) {
        Level partition = Level.of("cluster", "partition");
        declare.sum(partition, "jobs_pending", QUEUE_JOBS, "state=pending");
        declare.sum(partition, "jobs_running", QUEUE_JOBS, "state=running");
        declare.max(partition.presentBy(QUEUE_JOBS), "oldest_pending_seconds", "slurm_queue_oldest_pending_seconds");
        declare.sum(partition, "nodes_busy", CAPACITY_NODES, BUSY);
        declare.sum(partition, "nodes_idle", CAPACITY_NODES, IDLE);
        declare.sum(partition, "nodes_out_of_service", CAPACITY_NODES, OUT_OF_SERVICE);
        Level nodes = partition.presentBy(CAPACITY_NODES);
        declare.sum(nodes, "gpus_allocated", "slurm_capacity_gpus", ALLOCATED);
        declare.sum(nodes, "gpus_idle", "slurm_capacity_gpus", IDLE);
        declare.sum(partition.presentBy(QUEUE_JOBS), "gpus_requested", "slurm_queue_requested_gpus");
        declare.sum(partition, "jobs_started", "slurm_job_starts_total");
        declare.sum(partition, "jobs_failed", JOB_ENDS, FAILURES);
        declare.sum(partition, "job_wait_seconds", "slurm_job_wait_seconds");
        return declare.declared();
    }
}
