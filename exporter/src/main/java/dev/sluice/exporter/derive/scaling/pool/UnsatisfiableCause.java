package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.model.Labeled;

/** Why a job cannot run. Closed list, in order: the later the cause in the list, the closer the job is to a fit. */
public enum UnsatisfiableCause implements Labeled {
    PARTITION_DOWN("the partition starts no jobs"),
    FEATURE_UNKNOWN("no node has the requested features"),
    NO_MATCHING_GPU("no node has enough GPUs of the requested type"),
    NO_MATCHING_GRES("no node has enough of the requested generic resources"),
    CPU_TOO_LARGE("the job requests more CPUs than a node has"),
    MEMORY_TOO_LARGE("the job requests more memory than a node has"),
    UNKNOWN_SHAPE("the resources of the nodes are unknown"),
    PARTITION_LIMIT("the job requests more than the partition allows"),
    ABOVE_LIMIT("the job requests more or less than a limit allows"),
    TOO_MANY_NODES("the job requests more nodes than the maximum"),
    NOT_HELPED("Slurm does not start the job on idle nodes");

    private final String sentence;

    UnsatisfiableCause(String sentence) {
        this.sentence = sentence;
    }

    public String sentence() {
        return sentence;
    }
}
