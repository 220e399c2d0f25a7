package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.scaling.PendingClass;
import dev.sluice.exporter.derive.scaling.need.UnsatisfiableCause;

/** Renders the label values of the families that come from the demand for nodes. */
final class DemandLabelReference {

    private DemandLabelReference() {}

    static String render() {
        StringBuilder out = new StringBuilder("""
                ### Whether more nodes help

                `class` of `slurm_nodeset_pending_jobs`. All are always served.

                | `class` | the job | counts for `slurm_nodeset_desired_replicas` |
                |---|---|---|
                """);
        for (PendingClass pendingClass : PendingClass.values()) {
            out.append("| `").append(pendingClass.label()).append("` | ").append(what(pendingClass));
            out.append(pendingClass.counts() ? " | yes" : " | no").append(" |\n");
        }
        out.append("""

                ### Why a job cannot run

                `cause` of `slurm_jobs_unsatisfiable`. All are always served for a NodeSet; without `namespace` and `nodeset`,
                only those that there are. Such jobs never count as demand.

                | `cause` | the job |
                |---|---|
                """);
        for (UnsatisfiableCause cause : UnsatisfiableCause.values()) {
            out.append("| `").append(cause.label()).append("` | ");
            out.append(what(cause)).append(" |\n");
        }
        return out.append('\n').toString();
    }

    private static String what(PendingClass pendingClass) {
        return switch (pendingClass) {
            case ELIGIBLE -> "waits for nodes";
            case CONDITIONAL -> "does not suit the nodes or the partition as they are, and fits on more of the same";
            case LOOKAHEAD -> "begins so soon that its nodes should start now";
            case WAITING -> "waits for a person, a limit, another job, a licence or a time";
            case UNSATISFIABLE -> "cannot run on any NodeSet of its partitions";
            case UNCLASSIFIED -> "has a reason that Sluice does not know";
        };
    }

    private static String what(UnsatisfiableCause cause) {
        return switch (cause) {
            case PARTITION_DOWN -> "is in a partition that starts no jobs";
            case FEATURE_UNKNOWN -> "asks for features that no node has";
            case NO_MATCHING_GPU -> "asks for GPUs that no node has, or not so many";
            case NO_MATCHING_GRES -> "asks for generic resources, such as shards, that no node has, or not so many";
            case CPU_TOO_LARGE -> "asks for more CPUs than a node has";
            case MEMORY_TOO_LARGE -> "asks for more memory than a node has";
            case UNKNOWN_SHAPE -> "asks for more than nodes, and what a node offers is not known";
            case PARTITION_LIMIT -> "asks for more than its partition allows";
            case TOO_MANY_NODES -> "asks for more nodes than the maximum";
        };
    }
}
