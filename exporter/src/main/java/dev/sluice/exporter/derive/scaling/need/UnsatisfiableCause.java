package dev.sluice.exporter.derive.scaling.need;

import dev.sluice.exporter.model.Labeled;

/** Why a job cannot run. Closed list, in order: the later the cause in the list, the closer the job is to a fit. */
public enum UnsatisfiableCause implements Labeled {
    PARTITION_DOWN,
    FEATURE_UNKNOWN,
    NO_MATCHING_GPU,
    NO_MATCHING_GRES,
    CPU_TOO_LARGE,
    MEMORY_TOO_LARGE,
    UNKNOWN_SHAPE,
    PARTITION_LIMIT,
    ABOVE_LIMIT,
    TOO_MANY_NODES,
    NOT_HELPED;

    public String sentence() {
        return switch (this) {
            case PARTITION_DOWN -> "the partition starts no jobs";
            case FEATURE_UNKNOWN -> "no node has the requested features";
            case NO_MATCHING_GPU -> "no node has enough GPUs of the requested type";
            case NO_MATCHING_GRES -> "no node has enough of the requested generic resources";
            case CPU_TOO_LARGE -> "the job requests more CPUs than a node has";
            case MEMORY_TOO_LARGE -> "the job requests more memory than a node has";
            case UNKNOWN_SHAPE -> "the resources of the nodes are unknown";
            case PARTITION_LIMIT -> "the job requests more than the partition allows";
            case ABOVE_LIMIT -> "the job requests more or less than a limit allows";
            case TOO_MANY_NODES -> "the job requests more nodes than the maximum";
            case NOT_HELPED -> "Slurm does not start the job on idle nodes";
        };
    }
}
