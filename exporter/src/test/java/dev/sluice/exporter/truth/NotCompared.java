package dev.sluice.exporter.truth;

import java.util.stream.Stream;

/**
 * Families of Slurm that this package does not compare, and the reason.
 *
 * @param families regular expression of names and {@code .*}, with alternatives
 * @param why the reason
 * @param instead the tests that cover these families
 */
record NotCompared(String families, String why, String instead) {

    /** Returns the families as patterns with asterisks. */
    String shown() {
        return "`" + families.replace(".*", "*").replace("|", "`, `") + "`";
    }

    static Stream<NotCompared> all() {
        return Stream.of(
                new NotCompared(
                        "slurm_job_wait_.*|slurm_job_run_.*|slurm_job_submissions_total|slurm_job_starts_total"
                                + "|slurm_job_requeues_total|slurm_job_ends_total|slurm_job_interruptions_total",
                        "Events since Sluice's start.",
                        "`RealJobLifeIT`, against `sacct`"),
                new NotCompared(
                        "slurm_.*_gpu_seconds_total|slurm_.*_cpu_seconds_total|slurm_.*_memory_byte_seconds_total",
                        "Usage since Sluice's start.",
                        "`RealUsageIT`, against `sacct`"),
                new NotCompared(
                        "slurm_compute_node_job_ends_total|slurm_compute_node_job_requeues_total|slurm_node_.*"
                                + "|slurm_compute_node_drains_total|slurm_compute_node_lost_seconds_total",
                        "Events since Sluice's start.",
                        "`NodeEndsTest`, `NodeLossesTest`, `BlackHolesTest`"),
                new NotCompared(
                        "slurm_job_gpu|slurm_job_unmapped_gpus",
                        "`scontrol -d show jobs` shows the GPU indexes separately for each node.",
                        "`CapturedJobGpusTest`, `RealGpusIT`, against `scontrol`"),
                new NotCompared(
                        "slurm_diag_.*_total|slurm_diag_backfill_active",
                        "Events since Sluice's start, or `sdiag` does not print the values.",
                        "`CapturedSourcesTest`, against `sdiag`"),
                new NotCompared(
                        "slurm_diag_rpcs_queued", "The captured clusters have no pending RPCs.", "`DiagHistoryTest`"),
                new NotCompared(
                        "slurm_dbd_.*",
                        "Only administrators can read slurmdbd's statistics.",
                        "`CapturedSourcesTest`, against `sacctmgr show stats`"),
                new NotCompared(
                        "slurm_capacity_slots|slurm_capacity_stranded_gpus",
                        "No Slurm tool shows these values.",
                        "`RealSlotsIT`, against jobs that Slurm starts"),
                new NotCompared(
                        "slurm_account_cost_total|slurm_job_finding|slurm_machine_.*|slurm_controller_config_hash",
                        "No Slurm tool shows these values.",
                        "unit tests"),
                new NotCompared(
                        "slurm_nodeset_.*|slurm_autoscaler_.*|slurm_kubernetes_.*|slurm_partition_pending_.*"
                                + "|slurm_jobs_.*",
                        "No Slurm tool shows these values.",
                        "`RealDemandIT`, against jobs that Slurm starts"));
    }
}
