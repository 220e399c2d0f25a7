package dev.sluice.exporter.truth;

import java.util.ArrayList;
import java.util.List;

/**
 * A family with a counterpart in one of Slurm's tools.
 *
 * @param name name of the family
 * @param tool the tool
 * @param counts true if the family is a count; a value that is missing in the tool's output then means zero
 */
public record ComparedFamily(String name, String tool, boolean counts) {

    private static final String SQUEUE = "squeue";
    private static final String SINFO = "sinfo";
    private static final String NODES = "scontrol show nodes";
    private static final String JOBS = "scontrol show jobs";

    /** Returns all families. */
    public static List<ComparedFamily> all() {
        List<ComparedFamily> all = new ArrayList<>();
        counts(all, SQUEUE, "slurm_cluster_jobs", "slurm_queue_jobs", "slurm_user_queue_jobs");
        counts(all, SQUEUE, "slurm_account_queue_jobs", "slurm_queue_pending_jobs", "slurm_queue_truncated_arrays");
        counts(all, SQUEUE, "slurm_user_pending_jobs");
        counts(all, JOBS, families("slurm_queue_requested_", "nodes", "cpus", "memory_bytes", "gpus"));
        counts(all, JOBS, families("slurm_cluster_requested_", "nodes", "cpus", "memory_bytes", "gpus"));
        exact(all, JOBS, "slurm_queue_oldest_pending_seconds");
        exact(all, JOBS, families("slurm_job_", "info", "node", "start_timestamp_seconds", "time_limit_seconds"));
        counts(all, JOBS, families("slurm_user_", "cpus_allocated", "gpus_allocated"));
        counts(all, JOBS, families("slurm_account_", "cpus_allocated", "gpus_allocated"));
        counts(all, SINFO, "slurm_compute_node_state", "slurm_cluster_nodes", "slurm_capacity_nodes");
        counts(all, SINFO, "slurm_compute_node_cpus", "slurm_cluster_cpus", "slurm_capacity_cpus");
        exact(all, NODES, "slurm_compute_node_info", "slurm_compute_node_unavailable_seconds");
        counts(all, NODES, families("slurm_compute_node_", "memory_bytes", "gpus"));
        counts(all, NODES, families("slurm_cluster_", "memory_bytes", "gpus", "out_of_service_gpus"));
        counts(all, NODES, families("slurm_capacity_", "memory_bytes", "gpus", "gres", "out_of_service_nodes"));
        counts(all, "scontrol show partitions", "slurm_partition_state");
        exact(all, "scontrol show partitions", families("slurm_partition_configured_", "nodes", "cpus"));
        exact(all, "scontrol show partitions", families("slurm_partition_max_job_", "nodes", "seconds"));
        exact(all, "scontrol show licenses", families("slurm_license_", "configured", "used", "free", "reserved"));
        exact(
                all,
                "scontrol show reservations",
                families(
                        "slurm_reservation_",
                        "info",
                        "start_timestamp_seconds",
                        "end_timestamp_seconds",
                        "nodes",
                        "cores",
                        "active",
                        "maintenance"));
        exact(all, "scontrol ping", families("slurm_controller_", "up", "in_charge"));
        exact(all, "scontrol show config", families("slurm_controller_", "info", "boot_timestamp_seconds"));
        accounting(all);
        diag(all);
        return List.copyOf(all);
    }

    private static void accounting(List<ComparedFamily> all) {
        String sshare = "sshare";
        exact(
                all,
                sshare,
                families(
                        "slurm_fairshare_account_",
                        "shares",
                        "shares_ratio",
                        "usage_seconds",
                        "usage_ratio",
                        "level",
                        "factor"));
        exact(all, sshare, families("slurm_fairshare_user_", "factor", "shares_ratio", "usage_seconds", "usage_ratio"));
        exact(
                all,
                "sshare, scontrol",
                families("slurm_fairshare_account_", "deserved_gpus", "held_gpus", "over_quota_gpus"));
        exact(all, "sacctmgr show qos", "slurm_qos_limit");
        exact(all, "sacctmgr show assoc", "slurm_account_limit");
        counts(all, "scontrol show assoc_mgr", "slurm_qos_used", "slurm_account_used");
    }

    private static void diag(List<ComparedFamily> all) {
        exact(
                all,
                "sdiag",
                families(
                        "slurm_diag_",
                        "since_timestamp_seconds",
                        "server_threads",
                        "agent_queue_messages",
                        "agents",
                        "agent_threads",
                        "dbd_queue_messages",
                        "clock_latency_seconds",
                        "cycle_last_seconds",
                        "cycle_mean_seconds",
                        "cycle_max_seconds",
                        "cycle_depth_mean",
                        "queue_length",
                        "backfill_depth_last",
                        "backfill_tried_last",
                        "backfill_tried_mean",
                        "backfill_queue_length_mean",
                        "backfill_table_size",
                        "backfill_table_size_mean",
                        "backfill_last_cycle_timestamp_seconds"));
    }

    private static String[] families(String start, String... ends) {
        String[] names = new String[ends.length];
        for (int i = 0; i < ends.length; i++) {
            names[i] = start + ends[i];
        }
        return names;
    }

    private static void counts(List<ComparedFamily> all, String tool, String... names) {
        for (String name : names) {
            all.add(new ComparedFamily(name, tool, true));
        }
    }

    private static void exact(List<ComparedFamily> all, String tool, String... names) {
        for (String name : names) {
            all.add(new ComparedFamily(name, tool, false));
        }
    }
}
