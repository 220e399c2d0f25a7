package dev.sluice.exporter.derive.waste;

import java.util.Locale;

/** The kinds of waste. The label is the stable code of the API. */
public enum FindingCode {
    /** CPUs far above the share of the job's GPUs. */
    CPU_SHARE,
    /** Memory far above the share of the job's GPUs. */
    MEMORY_SHARE,
    /** GPUs on more nodes than needed. */
    SPREAD_NODES,
    /** Whole nodes for few of their GPUs. */
    WHOLE_NODE,
    /** CPUs or memory that idle GPUs of the node lack, held by a job without GPUs. */
    STRANDED_GPUS,
    /** A long time limit that similar jobs hardly used. */
    TIME_LIMIT;

    private final String label = name().toLowerCase(Locale.ROOT);

    public String label() {
        return label;
    }
}
