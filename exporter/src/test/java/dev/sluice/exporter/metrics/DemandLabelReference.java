package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.scaling.PendingClass;
import dev.sluice.exporter.derive.scaling.need.UnsatisfiableCause;

/** Renders the label values of the families about the demand for nodes. */
final class DemandLabelReference {

    private DemandLabelReference() {}

    static String render() {
        StringBuilder out = new StringBuilder("""
                ### Whether more nodes help

                `class` of `slurm_nodeset_pending_jobs`; "demand" counts for `slurm_nodeset_desired_replicas`. The job:

                """);
        for (PendingClass pendingClass : PendingClass.values()) {
            out.append("- `").append(pendingClass.label()).append("`: ").append(what(pendingClass));
            out.append(pendingClass.counts() ? " (demand)\n" : "\n");
        }
        out.append("""

                ### Why a job cannot run

                `cause` of `slurm_jobs_unsatisfiable`. These jobs never count as demand. The job requests:

                """);
        for (UnsatisfiableCause cause : UnsatisfiableCause.values()) {
            out.append("- `").append(cause.label()).append("`: ");
            out.append(what(cause)).append('\n');
        }
        return out.append('\n').toString();
    }

    private static String what(PendingClass pendingClass) {
        return switch (pendingClass) {
            case ELIGIBLE -> "waits for nodes";
            case CONDITIONAL -> "does not fit the current nodes or partition, but would fit more of the same nodes";
            case LOOKAHEAD -> "begins within `scaling.lookahead`";
            case WAITING -> "waits for a person, a limit, another job, a license or its begin time";
            case UNSATISFIABLE -> "cannot run on any NodeSet of its partitions";
            case UNCLASSIFIED -> "has an unknown reason";
        };
    }

    private static String what(UnsatisfiableCause cause) {
        return switch (cause) {
            case PARTITION_DOWN -> "a partition that starts no jobs";
            case FEATURE_UNKNOWN -> "features that no node has";
            case NO_MATCHING_GPU -> "GPUs that no node has, or too many";
            case NO_MATCHING_GRES -> "other GRES, such as shards, that no node has, or too many";
            case CPU_TOO_LARGE -> "more CPUs than a node has";
            case MEMORY_TOO_LARGE -> "more memory than a node has";
            case UNKNOWN_SHAPE -> "more than nodes, and the resources of a node are unknown";
            case PARTITION_LIMIT -> "more than its partition allows";
            case ABOVE_LIMIT -> "more or less than a limit of its QOS or account allows, or more licenses than exist";
            case TOO_MANY_NODES -> "more nodes than the maximum";
            case NOT_HELPED -> "nodes, but Slurm does not start the job on idle nodes, even after Sluice added nodes";
        };
    }
}
