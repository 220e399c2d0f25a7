package dev.sluice.exporter.truth;

import java.util.stream.Stream;

/**
 * Families of Slurm that are not compared here, and why.
 *
 * @param families a regular expression
 * @param why the reason
 * @param instead what tests them
 */
record NotCompared(String families, String why, String instead) {

    static Stream<NotCompared> all() {
        return Stream.of(
                new NotCompared(
                        "slurm_job_(wait|run)_.*|slurm_job_(submissions|starts|requeues|ends)_total",
                        "They count from the start of Sluice on.",
                        "`RealJobLifeIT`, against `sacct`"),
                new NotCompared(
                        "slurm_compute_node_job_(ends|requeues)_total|slurm_node_black_hole(_users)?",
                        "They count from the start of Sluice on.",
                        "`NodeEndsTest`, `BlackHolesTest`"),
                new NotCompared(
                        "slurm_job_(gpu|unmapped_gpus)",
                        "`scontrol -d show jobs` shows the index of each GPU, node by node.",
                        "`CapturedJobGpusTest`, `RealGpusIT`, against that"),
                new NotCompared(
                        "slurm_diag_.*_total|slurm_diag_backfill_active",
                        "They count from the start of Sluice on, or `sdiag` does not print them.",
                        "`CapturedFactsTest`, against `sdiag`"),
                new NotCompared(
                        "slurm_diag_rpcs?_(queued|pending|names_folded)",
                        "The captured clusters have no waiting requests.",
                        "`DiagHistoryTest`"),
                new NotCompared(
                        "slurm_dbd_.*",
                        "slurmdbd shows its statistics to administrators only.",
                        "`CapturedFactsTest`, against `sacctmgr show stats`"),
                new NotCompared(
                        "slurm_capacity_(slots|stranded_gpus)",
                        "No tool shows them.",
                        "`RealSlotsIT`, against jobs that start"),
                new NotCompared(
                        "slurm_controller_config_hash|slurm_fairshare_.*_left_out",
                        "No tool shows them.",
                        "unit tests"),
                new NotCompared(
                        "slurm_(nodeset|autoscaler|kubernetes)_.*|slurm_partition_pending_(jobs|nodes)"
                                + "|slurm_jobs_(unsatisfiable|pending_oldest_seconds)",
                        "Autoscaling and Kubernetes: no tool of Slurm shows them.",
                        "`RealDemandIT`, against jobs that start"));
    }
}
