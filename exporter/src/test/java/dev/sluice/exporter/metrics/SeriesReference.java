package dev.sluice.exporter.metrics;

/** How many series a cluster of a given size makes. */
final class SeriesReference {

    static final String TEXT = """
            ## How many series

            Counted per cluster. `T` is the number of GPU types there.

            | for each | always | beside it, only where there is such a thing |
            |---|---|---|
            | partition | 79: 14 `slurm_queue_jobs`, 33 `slurm_queue_requested_*`, 14 `slurm_capacity_nodes`, 3 `slurm_capacity_cpus`, 3 `slurm_capacity_memory_bytes`, 9 `slurm_job_ends_total`, 3 other counters of jobs | 20 `slurm_job_wait_by_cause_seconds` for each cause (one, up to six) once there were jobs; 3 × T `slurm_capacity_gpus`; one per pending reason; one per class of pending reason (age) and per type of GPU asked for; one per further job state |
            | node | 15: 14 `slurm_compute_node_state`, 1 `slurm_compute_node_info` | 1 `slurm_compute_node_unavailable_seconds` |
            | pair of partition and QOS that has had jobs, up to `metrics.queues` and then once for `other` in a partition | 40: 20 `slurm_job_wait_seconds`, 20 `slurm_job_run_seconds` | |
            | job, only with `metrics.jobs.enabled` | 1 `slurm_job_info` and 1 `slurm_job_node` per node; all jobs up to `metrics.jobs.budget`, and one `sluice_series_folded` | |
            | NodeSet | 53: 10 numbers of nodes, replicas and jobs, 5 `slurm_nodeset_draining_nodes`, 6 `slurm_nodeset_pending_jobs`, 8 `slurm_jobs_unsatisfiable`, 1 `slurm_autoscaler_publishing`, 3 numbers of pods, 3 counters of what happened, 17 `slurm_nodeset_start_seconds` | one `slurm_nodeset_unusable_nodes` per class of reason |
            | partition of a NodeSet | 7: 1 `slurm_partition_pending_nodes`, 6 `slurm_partition_pending_jobs` | up to 6 `slurm_jobs_pending_oldest_seconds` |
            | cluster whose Kubernetes is read | 11: 5 `slurm_autoscaler_suppressed_total`, 4 `slurm_kubernetes_mismatches`, 1 `slurm_autoscaler_signal_age_seconds`, 1 `slurm_autoscaler_array_truncated_jobs` | |
            | user, up to `metrics.topUsers` and then once for `other` | 5 | |
            | account, up to `metrics.topAccounts` and then once for `other` | 5 | |
            | cluster | 38: 14 `slurm_cluster_jobs`, 14 `slurm_cluster_nodes`, 3 `slurm_cluster_cpus`, 3 `slurm_cluster_memory_bytes`, 1 `slurm_queue_truncated_arrays`, 3 `sluice_series_folded` | 3 × T `slurm_cluster_gpus`; one per further job state; two per slurmctld; up to 8 `slurm_jobs_unsatisfiable` of no NodeSet |
            | partition, its own state and limits | 6: 4 `slurm_partition_state`, 2 sizes | 1 for each of the two limits that is set |
            | cluster, for its scheduler | 54: 27 `slurm_diag_*` gauges, 25 counters, 2 `slurm_fairshare_*_left_out` | 3 `slurm_controller_*` from v0.0.45 on; 9 and more `slurm_dbd_*`; 2 `sluice_series_folded` of limits |
            | message type, up to 150 and then once for `other` | 3 numbers of its RPCs; where slurmdbd has it, 2 more | 1 while something waits |
            | user that asks slurmctld, up to `metrics.topUsers` and then once for `other` | 2 | |
            | licence | 4 | |
            | reservation | 7 | |
            | account, fair-share, up to `metrics.topAccounts` | 3 | 1 each for shares, level and factor, where it has them |
            | user in an account, fair-share, up to `metrics.topUsers` | 4 | |
            | limit of a QOS or an account that is set, of up to `metrics.queues` QOS and `metrics.topAccounts` accounts | 1 | 1 for what is used of it |
            | source (nodes, partitions, jobs, ping, diag, licenses, reservations, conf, shares, qos, associations, dbd) | 14: 9 gauges, 5 `sluice_source_failures_total`; an absent one only 1 | 1 `sluice_source_info` |
            | server with `tls` or `auth`, for the whole process | 1 `sluice_access_file_failures_total` | 2 `sluice_http_refused_requests_total` with `auth`, 1 with `tls.clientCaFile`; 1 `sluice_certificate_expiry_timestamp_seconds` with `tls` |
            | push by OTLP, for the whole process | 11: 8 `sluice_otlp_requests_total`, 3 `sluice_otlp_points_total` | 1 `sluice_otlp_last_success_timestamp_seconds` |

            `sluice_series` is the sum of all that is not made anew for every scrape: without sources and without what
            `/api/v1/demand` says. The captured cluster that the tests use has 11
            partitions, 34 nodes, 8 users and 6 accounts: from nodes, jobs and ping 11 × 79 + 34 × 15 + 8 × 5 + 6 × 5 + 38 = 1487 series that are
            always there, and 1235 of the others: 17 × 40 and 22 × 20 of the histograms, and 115. A cluster of 1,000
            nodes in 10 partitions with four GPU types, 100 names of users and accounts, 30 pairs of partition and QOS
            and four causes in each partition has about 18,600.
            """;

    private SeriesReference() {}
}
