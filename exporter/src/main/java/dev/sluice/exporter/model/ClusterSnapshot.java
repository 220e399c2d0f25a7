package dev.sluice.exporter.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Everything that is known of one cluster; each part has its own age. A part is empty until its first good poll.
 *
 * @param cluster cluster name, from the configuration
 * @param nodes nodes
 * @param partitions partitions
 * @param jobs job records; asked for after the nodes, so that a job that starts in between is missed, never counted twice
 * @param nodesBeforeJobs the nodes as they were known when the jobs were asked for: while a long answer on jobs comes
 *     in, nodes are asked for again, and a job that starts in between would be both pending and on a node
 * @param controllers the slurmctlds
 * @param controllerStartedAt when the slurmctld in charge was started, as far as Slurm tells: another value is another
 *     start. Empty until it is known
 */
public record ClusterSnapshot(
        String cluster,
        Optional<Observed<List<Node>>> nodes,
        Optional<Observed<List<Partition>>> partitions,
        Optional<Observed<List<Job>>> jobs,
        Optional<Observed<List<Node>>> nodesBeforeJobs,
        Optional<Observed<List<Controller>>> controllers,
        Optional<Instant> controllerStartedAt) {

    public static ClusterSnapshot empty(String cluster) {
        return new ClusterSnapshot(
                cluster,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    public ClusterSnapshot withNodes(Observed<List<Node>> nodes) {
        return new ClusterSnapshot(
                cluster, Optional.of(nodes), partitions, jobs, nodesBeforeJobs, controllers, controllerStartedAt);
    }

    public ClusterSnapshot withPartitions(Observed<List<Partition>> partitions) {
        return new ClusterSnapshot(
                cluster, nodes, Optional.of(partitions), jobs, nodesBeforeJobs, controllers, controllerStartedAt);
    }

    /**
     * With newly observed jobs.
     *
     * @param nodesBefore the nodes as they were known when the jobs were asked for
     */
    public ClusterSnapshot withJobs(Observed<List<Job>> jobs, Optional<Observed<List<Node>>> nodesBefore) {
        return new ClusterSnapshot(
                cluster, nodes, partitions, Optional.of(jobs), nodesBefore, controllers, controllerStartedAt);
    }

    public ClusterSnapshot withControllers(Observed<List<Controller>> controllers) {
        return new ClusterSnapshot(
                cluster, nodes, partitions, jobs, nodesBeforeJobs, Optional.of(controllers), controllerStartedAt);
    }

    public ClusterSnapshot withControllerStartedAt(Instant startedAt) {
        return new ClusterSnapshot(
                cluster, nodes, partitions, jobs, nodesBeforeJobs, controllers, Optional.of(startedAt));
    }
}
