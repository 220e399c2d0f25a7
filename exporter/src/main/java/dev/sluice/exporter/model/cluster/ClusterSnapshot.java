package dev.sluice.exporter.model.cluster;

import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.Node;
import java.util.List;
import java.util.Optional;

/**
 * The nodes, partitions and jobs of one cluster. Nodes, partitions and jobs each have a separate age, and are empty
 * until the first good poll.
 *
 * @param cluster cluster name, from the configuration
 * @param jobs job records, polled after the nodes, so that a job that starts between the two polls is missing from the
 *     node data, but is never counted twice
 * @param nodesBeforeJobs nodes known at the time of the job request. While a long job response arrives, the nodes are
 *     polled again. In the newer node data, a job that starts during the response would be both pending and on a node
 */
public record ClusterSnapshot(
        String cluster,
        Optional<Observed<List<Node>>> nodes,
        Optional<Observed<List<Partition>>> partitions,
        Optional<Observed<List<Job>>> jobs,
        Optional<Observed<List<Node>>> nodesBeforeJobs) {

    public static ClusterSnapshot empty(String cluster) {
        return new ClusterSnapshot(cluster, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    public ClusterSnapshot withNodes(Observed<List<Node>> nodes) {
        return new ClusterSnapshot(cluster, Optional.of(nodes), partitions, jobs, nodesBeforeJobs);
    }

    public ClusterSnapshot withPartitions(Observed<List<Partition>> partitions) {
        return new ClusterSnapshot(cluster, nodes, Optional.of(partitions), jobs, nodesBeforeJobs);
    }

    /**
     * Returns a copy with newly observed jobs.
     *
     * @param nodesBefore nodes known at the time of the job request
     */
    public ClusterSnapshot withJobs(Observed<List<Job>> jobs, Observed<List<Node>> nodesBefore) {
        return new ClusterSnapshot(cluster, nodes, partitions, Optional.of(jobs), Optional.of(nodesBefore));
    }

    /**
     * Returns a copy with newly observed jobs. Use this method if no nodes were known at the time of the job request.
     */
    public ClusterSnapshot withJobs(Observed<List<Job>> jobs) {
        return new ClusterSnapshot(cluster, nodes, partitions, Optional.of(jobs), Optional.empty());
    }
}
