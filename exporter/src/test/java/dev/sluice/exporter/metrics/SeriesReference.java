package dev.sluice.exporter.metrics;

/** How many series a cluster of a given size makes. */
final class SeriesReference {

    static final String TEXT = """
            ## How many series

            Counted per cluster. `T` is the number of GPU types there.

            | for each | always | beside it, only where there is such a thing |
            |---|---|---|
            | partition | 67: 14 `slurm_queue_jobs`, 33 `slurm_queue_requested_*`, 14 `slurm_capacity_nodes`, 3 `slurm_capacity_cpus`, 3 `slurm_capacity_memory_bytes` | 3 × T `slurm_capacity_gpus`; one per pending reason; one per class of pending reason (age) and per type of GPU asked for; one per further job state |
            | node | 15: 14 `slurm_compute_node_state`, 1 `slurm_compute_node_info` | 1 `slurm_compute_node_unavailable_seconds` |
            | NodeSet | 26: 12 numbers of nodes, replicas and jobs, 6 `slurm_nodeset_pending_jobs`, 8 `slurm_jobs_unsatisfiable` | |
            | user, up to `metrics.topUsers` and then once for `other` | 5 | |
            | account, up to `metrics.topAccounts` and then once for `other` | 5 | |
            | cluster | 37: 14 `slurm_cluster_jobs`, 14 `slurm_cluster_nodes`, 3 `slurm_cluster_cpus`, 3 `slurm_cluster_memory_bytes`, 1 `slurm_queue_truncated_arrays`, 2 `sluice_series_folded` | 3 × T `slurm_cluster_gpus`; one per further job state; one per slurmctld; up to 8 `slurm_jobs_unsatisfiable` of no NodeSet |
            | source (nodes, partitions, jobs, ping) | 13: 8 gauges, 5 `sluice_source_failures_total` | 1 `sluice_source_info` |

            `sluice_series` is the sum of all but the last row. The captured cluster that the tests use has 11
            partitions, 34 nodes, 8 users and 6 accounts: 11 × 67 + 34 × 15 + 8 × 5 + 6 × 5 + 37 = 1354 series that are
            always there, and 114 of the others. A cluster of 1,000 nodes in 10 partitions with four GPU types and 100
            names of users and accounts has about 16,500.
            """;

    private SeriesReference() {}
}
