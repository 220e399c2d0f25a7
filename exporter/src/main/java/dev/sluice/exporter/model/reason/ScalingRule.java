package dev.sluice.exporter.model.reason;

/** Whether more nodes can start a job that is pending for a reason. */
public enum ScalingRule {
    /** The job waits for nodes. */
    ELIGIBLE,
    /** slurmctld gives this reason if a partition currently has too few nodes, or no nodes. */
    CONDITIONAL,
    /** The job becomes eligible at its begin time. */
    BEGIN_TIME,
    /** More nodes do not help. */
    WAITING,
    /** The job cannot run: no node has its features or resources. */
    IMPOSSIBLE,
    /** The job cannot run: its partition starts no jobs. */
    PARTITION_CLOSED,
    /** The job cannot run: the job requests more than its partition allows. */
    PARTITION_LIMIT,
    /** Slurm has no name for the reason, or a newer Slurm has one that this release does not know. */
    UNCLASSIFIED
}
