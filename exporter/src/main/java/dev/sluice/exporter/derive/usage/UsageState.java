package dev.sluice.exporter.derive.usage;

/**
 * The state from which the counting continues after a restart.
 *
 * @param jobs usage by jobs
 * @param nodes GPUs of the nodes
 */
public record UsageState(JobUsage.State jobs, NodeUsage.State nodes) {

    /** The state before the first response. */
    public static final UsageState NONE = new UsageState(JobUsage.State.NONE, NodeUsage.State.NONE);
}
