package dev.sluice.exporter.derive.scaling.evidence;

import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobShape;

/**
 * Slurm reports a lack of nodes for the first job in line although the model finds room for it on nodes that take work, and the
 * pool could have more nodes.
 *
 * @param jobId JobId
 * @param pool the pool on which it fits
 * @param idle empty nodes of the pool that take work
 * @param nodes how many nodes one task of it needs, by the model
 * @param slurmNodes how many it needs, by Slurm; 0 where Slurm does not say
 * @param shape what kind of request it is
 * @param request what it asks for
 */
public record Contradiction(
        long jobId, PoolName pool, long idle, long nodes, long slurmNodes, ShapeClass shape, JobShape request) {

    static Contradiction of(Job job, PoolName pool, long idle, long nodes) {
        JobShape request = job.shape();
        // Of a job that takes a range of nodes node_count is the most that it accepts.
        boolean range = request.maximumNodes() > 0 && request.maximumNodes() != request.minimumNodes();
        return new Contradiction(
                job.id(), pool, idle, nodes, range ? 0 : request.slurmNodes(), ShapeClass.of(job, nodes), request);
    }
}
