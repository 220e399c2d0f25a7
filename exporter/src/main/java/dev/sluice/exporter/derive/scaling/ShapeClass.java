package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.model.Labeled;
import dev.sluice.exporter.model.job.Job;

/** The kind of a job's request, for counting. Closed list; the first kind that applies is used. */
public enum ShapeClass implements Labeled {
    /** The job requests GPUs or other generic resources. */
    GRES,
    /** The job is an array task. */
    ARRAY,
    /** The job shares its nodes with no other job. */
    WHOLE_NODES,
    /** The job runs on several nodes and shares these nodes with other jobs. */
    SEVERAL_NODES,
    /** The job runs on a part of one node. */
    ONE_NODE;

    /**
     * Returns the kind of a job's request.
     *
     * @param nodes number of nodes that one task needs
     */
    static ShapeClass of(Job job, long nodes) {
        if (!job.request().gpus().isEmpty() || !job.shape().placement().gres().isEmpty()) {
            return GRES;
        }
        if (job.array().jobId() > 0) {
            return ARRAY;
        }
        if (job.shape().wholeNodes()) {
            return WHOLE_NODES;
        }
        return nodes > 1 ? SEVERAL_NODES : ONE_NODE;
    }
}
