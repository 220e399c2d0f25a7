package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.model.job.JobShape;
import dev.sluice.exporter.model.node.NodeLayout;
import java.util.List;
import java.util.Set;

/**
 * A job that idle nodes of a pool do not help. The evidence ends when the job or the nodes change.
 *
 * @param request request of the job
 * @param shapes what the nodes offer
 * @param max maximum number of nodes
 * @param broken number of unavailable nodes that could return
 * @param nodes number of nodes that were added for the job
 */
public record Unhelped(PoolName pool, Request request, Set<NodeShape> shapes, long max, long broken, long nodes) {

    /**
     * The properties of a job that an update can change.
     *
     * @param tasks number of pending array tasks
     */
    public record Request(JobShape shape, JobRequest amounts, List<String> partitions, long limit, long tasks) {

        static Request of(Job job) {
            return new Request(
                    job.shape(),
                    job.request(),
                    job.partitions(),
                    job.times().limit(),
                    job.array().tasks());
        }
    }

    public static Unhelped of(Job job, Pool pool, long broken, long nodes) {
        return new Unhelped(pool.name(), Request.of(job), Set.copyOf(pool.shapes()), pool.max(), broken, nodes);
    }

    /**
     * Returns whether neither the job nor the nodes have changed. Nodes that are removed change nothing. Without nodes,
     * a pool has the shape of its pod template, which has no layout.
     */
    public boolean holds(Job job, Pool now, long brokenNow) {
        return now.name().equals(pool)
                && Request.of(job).equals(request)
                && now.max() == max
                && brokenNow >= broken
                && now.shapes().stream()
                        .allMatch(shape ->
                                shapes.contains(shape) || shape.layout().equals(NodeLayout.UNKNOWN));
    }
}
