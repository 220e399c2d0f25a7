package dev.sluice.exporter.derive.scaling.need;

import java.util.Locale;

/** Why a job cannot run. Closed list, in order: the later the cause in the list, the closer the job is to a fit. */
public enum UnsatisfiableCause {
    PARTITION_DOWN,
    FEATURE_UNKNOWN,
    NO_MATCHING_GPU,
    NO_MATCHING_GRES,
    CPU_TOO_LARGE,
    MEMORY_TOO_LARGE,
    UNKNOWN_SHAPE,
    PARTITION_LIMIT,
    TOO_MANY_NODES;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** Returns the label value of the cause. */
    public String label() {
        return label;
    }

    public String sentence() {
        return switch (this) {
            case PARTITION_DOWN -> "its partition starts no jobs";
            case FEATURE_UNKNOWN -> "no node has the features that it asks for";
            case NO_MATCHING_GPU -> "no node has such GPUs, or so many";
            case NO_MATCHING_GRES -> "no node has such generic resources, or so many";
            case CPU_TOO_LARGE -> "it asks for more CPUs than a node has";
            case MEMORY_TOO_LARGE -> "it asks for more memory than a node has";
            case UNKNOWN_SHAPE -> "nobody knows what a node offers";
            case PARTITION_LIMIT -> "it asks for more than its partition allows";
            case TOO_MANY_NODES -> "it asks for more nodes than the maximum";
        };
    }
}
