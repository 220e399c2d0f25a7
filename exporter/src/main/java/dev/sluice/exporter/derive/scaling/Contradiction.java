package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobShape;

/**
 * Slurm reports a lack of nodes for the first job in the queue, although the model finds room for the job on available
 * nodes.
 *
 * @param idle empty nodes of the pool that accept jobs
 * @param nodes number of nodes that one task needs, by the model
 * @param slurmNodes number of nodes that one task needs, by Slurm; 0 if unknown
 * @param shape kind of the request
 * @param grows whether the pool could have more nodes
 * @param evidence the job and the nodes on which the job fits
 */
public record Contradiction(
        long jobId, long idle, long nodes, long slurmNodes, ShapeClass shape, boolean grows, Unhelped evidence) {

    public static Contradiction of(Job job, long idle, long nodes, boolean grows, Unhelped evidence) {
        JobShape request = job.shape();
        // If a job accepts a range of node counts, node_count contains the maximum of the range.
        boolean range = request.maximumNodes() > 0 && request.maximumNodes() != request.minimumNodes();
        return new Contradiction(
                job.id(), idle, nodes, range ? 0 : request.slurmNodes(), ShapeClass.of(job, nodes), grows, evidence);
    }

    public PoolName pool() {
        return evidence.pool();
    }
}
