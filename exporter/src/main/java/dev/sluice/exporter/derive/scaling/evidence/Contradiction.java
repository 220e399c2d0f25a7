package dev.sluice.exporter.derive.scaling.evidence;

import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobShape;

/**
 * Slurm reports a lack of nodes for the first job in the queue, although the model finds room for the job on available
 * nodes, and the pool could have more nodes.
 *
 * @param pool pool on which the job fits
 * @param idle empty nodes of the pool that accept jobs
 * @param nodes number of nodes that one task needs, by the model
 * @param slurmNodes number of nodes that one task needs, by Slurm; 0 if unknown
 * @param shape kind of the request
 */
public record Contradiction(
        long jobId, PoolName pool, long idle, long nodes, long slurmNodes, ShapeClass shape, JobShape request) {

    static Contradiction of(Job job, PoolName pool, long idle, long nodes) {
        JobShape request = job.shape();
        // If a job accepts a range of node counts, node_count contains the maximum of the range.
        boolean range = request.maximumNodes() > 0 && request.maximumNodes() != request.minimumNodes();
        return new Contradiction(
                job.id(), pool, idle, nodes, range ? 0 : request.slurmNodes(), ShapeClass.of(job, nodes), request);
    }
}
