package dev.sluice.exporter.truth;

import java.util.List;
import java.util.stream.Stream;

/**
 * A family with a counterpart in one of Slurm's tools.
 *
 * @param name name of the family
 * @param tool the tool
 * @param counts true if the family is a count; a value that is missing in the tool's output then means zero
 */
public record ComparedFamily(String name, String tool, boolean counts) {

    /** Tool, kind of the values, prefix of the names, and ends of the names. */
    private static final String FAMILIES = """
            squeue|counts|slurm_|cluster_jobs queue_jobs user_queue_jobs
            squeue|counts|slurm_|account_queue_jobs queue_pending_jobs queue_truncated_arrays user_pending_jobs
            scontrol show jobs|counts|slurm_queue_requested_|nodes cpus memory_bytes gpus
            scontrol show jobs|counts|slurm_cluster_requested_|nodes cpus memory_bytes gpus
            scontrol show jobs|exact|slurm_queue_|oldest_pending_seconds
            scontrol show jobs|exact|slurm_job_|info node start_timestamp_seconds time_limit_seconds
            scontrol show jobs|counts|slurm_user_|cpus_allocated gpus_allocated
            scontrol show jobs|counts|slurm_account_|cpus_allocated gpus_allocated
            sinfo|counts|slurm_|compute_node_state cluster_nodes capacity_nodes
            sinfo|counts|slurm_|compute_node_cpus cluster_cpus capacity_cpus
            scontrol show nodes|exact|slurm_compute_node_|info unavailable_seconds
            scontrol show nodes|counts|slurm_compute_node_|memory_bytes gpus
            scontrol show nodes|counts|slurm_cluster_|memory_bytes gpus out_of_service_gpus
            scontrol show nodes|counts|slurm_capacity_|memory_bytes gpus gres out_of_service_nodes
            scontrol show partitions|counts|slurm_partition_|state
            scontrol show partitions|exact|slurm_partition_configured_|nodes cpus
            scontrol show partitions|exact|slurm_partition_max_job_|nodes seconds
            scontrol show licenses|exact|slurm_license_|configured used free reserved
            scontrol show reservations|exact|slurm_reservation_|info start_timestamp_seconds end_timestamp_seconds
            scontrol show reservations|exact|slurm_reservation_|nodes cores active maintenance
            scontrol ping|exact|slurm_controller_|up in_charge
            scontrol show config|exact|slurm_controller_|info boot_timestamp_seconds
            sshare|exact|slurm_fairshare_account_|shares shares_ratio usage_seconds usage_ratio level factor
            sshare|exact|slurm_fairshare_user_|factor shares_ratio usage_seconds usage_ratio
            sshare, scontrol|exact|slurm_fairshare_account_|deserved_gpus held_gpus over_quota_gpus
            sacctmgr show qos|exact|slurm_qos_|limit
            sacctmgr show assoc|exact|slurm_account_|limit
            scontrol show assoc_mgr|counts|slurm_|qos_used account_used
            sdiag|exact|slurm_diag_|since_timestamp_seconds server_threads agent_queue_messages agents agent_threads
            sdiag|exact|slurm_diag_|dbd_queue_messages clock_latency_seconds
            sdiag|exact|slurm_diag_cycle_|last_seconds mean_seconds max_seconds depth_mean
            sdiag|exact|slurm_diag_|queue_length
            sdiag|exact|slurm_diag_backfill_|depth_last tried_last tried_mean queue_length_mean table_size
            sdiag|exact|slurm_diag_backfill_|table_size_mean last_cycle_timestamp_seconds
            """;

    /** Returns all families. */
    public static List<ComparedFamily> all() {
        return FAMILIES.lines()
                .map(line -> line.split("\\|", 4))
                .flatMap(row -> Stream.of(row[3].split(" ", -1))
                        .map(end -> new ComparedFamily(row[2] + end, row[0], row[1].equals("counts"))))
                .toList();
    }
}
