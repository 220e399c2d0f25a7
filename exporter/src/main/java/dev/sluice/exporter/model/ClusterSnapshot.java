package dev.sluice.exporter.model;

import java.util.List;
import java.util.Optional;

/**
 * Everything that is known of one cluster; each part has its own age. A part is empty until its first good poll.
 *
 * @param cluster cluster name, from the configuration
 * @param nodes nodes
 * @param partitions partitions
 * @param jobs job records; asked for after the nodes, so that a job that starts in between is missed, never counted twice
 * @param controllers the slurmctlds
 */
public record ClusterSnapshot(
        String cluster,
        Optional<Observed<List<Node>>> nodes,
        Optional<Observed<List<Partition>>> partitions,
        Optional<Observed<List<Job>>> jobs,
        Optional<Observed<List<Controller>>> controllers) {

    public static ClusterSnapshot empty(String cluster) {
        return new ClusterSnapshot(cluster, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    public ClusterSnapshot withNodes(Observed<List<Node>> nodes) {
        return new ClusterSnapshot(cluster, Optional.of(nodes), partitions, jobs, controllers);
    }

    public ClusterSnapshot withPartitions(Observed<List<Partition>> partitions) {
        return new ClusterSnapshot(cluster, nodes, Optional.of(partitions), jobs, controllers);
    }

    public ClusterSnapshot withJobs(Observed<List<Job>> jobs) {
        return new ClusterSnapshot(cluster, nodes, partitions, Optional.of(jobs), controllers);
    }

    public ClusterSnapshot withControllers(Observed<List<Controller>> controllers) {
        return new ClusterSnapshot(cluster, nodes, partitions, jobs, Optional.of(controllers));
    }
}
