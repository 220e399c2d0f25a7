package dev.sluice.exporter.derive.waste;

import dev.sluice.exporter.model.Labeled;

/** The kinds of waste. The label is the stable code of the API. */
public enum FindingCode implements Labeled {
    /** The job's share of the CPUs is far above the job's share of the GPUs. */
    CPU_SHARE,
    /** The job's share of the memory is far above the job's share of the GPUs. */
    MEMORY_SHARE,
    /** The job holds GPUs on more nodes than needed. */
    SPREAD_NODES,
    /** The job holds whole nodes, and requested few of the nodes' GPUs. */
    WHOLE_NODE,
    /** A job without GPUs holds CPUs or memory that idle GPUs of the node need. */
    STRANDED_GPUS,
    /** The job has a long time limit that similar jobs hardly used. */
    TIME_LIMIT;
}
