package dev.sluice.exporter.derive.scaling.evidence;

import dev.sluice.exporter.model.job.Job;
import java.util.Locale;

/** What kind of request a job is, for counting. Closed list; a job is of the first that holds. */
public enum ShapeClass {
    /** It asks for GPUs or other generic resources. */
    GRES,
    /** Tasks of an array. */
    ARRAY,
    /** It shares its nodes with no other job. */
    WHOLE_NODES,
    /** It runs on several nodes and shares them. */
    SEVERAL_NODES,
    /** It runs on a part of one node. */
    ONE_NODE;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** The label value under which it is published. */
    public String label() {
        return label;
    }

    /**
     * The class of a job.
     *
     * @param nodes how many nodes one task of it needs
     */
    static ShapeClass of(Job job, long nodes) {
        if (!job.request().gpus().isEmpty() || !job.shape().placement().gres().isEmpty()) {
            return GRES;
        }
        if (job.arrayJobId() > 0) {
            return ARRAY;
        }
        if (job.shape().wholeNodes()) {
            return WHOLE_NODES;
        }
        return nodes > 1 ? SEVERAL_NODES : ONE_NODE;
    }
}
