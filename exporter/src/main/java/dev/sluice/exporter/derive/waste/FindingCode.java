package dev.sluice.exporter.derive.waste;

import java.util.Locale;

/** What a job holds without need. The label is the stable code of the API. */
public enum FindingCode {
    /** CPUs far above the share of the job's GPUs. */
    CPU_SHARE,
    /** Memory far above the share of the job's GPUs. */
    MEMORY_SHARE,
    /** GPUs on more nodes than needed. */
    SPREAD_NODES,
    /** Whole nodes for few of their GPUs. */
    WHOLE_NODE,
    /** CPUs or memory that idle GPUs of the node lack, without a GPU. */
    STRANDED_GPUS,
    /** A long time limit, of which similar jobs used little. */
    TIME_LIMIT;

    private final String label = name().toLowerCase(Locale.ROOT);

    public String label() {
        return label;
    }
}
