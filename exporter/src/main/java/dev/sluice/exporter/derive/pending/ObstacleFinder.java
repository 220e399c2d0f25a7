package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.pending.NodeGroup.NodeObstacles;
import dev.sluice.exporter.model.cluster.Reservation;
import dev.sluice.exporter.model.job.Job;
import java.time.Instant;
import java.util.List;

/** Finds the obstacles of a cluster's pending jobs, for all jobs of a response. */
public final class ObstacleFinder {

    private final List<Job> jobs;
    private final List<JoinedNode> nodes;
    private final Constraints constraints;
    private final Instant now;
    private final ReachedLimits limits;

    /**
     * @param nodes nodes of the cluster; empty if unknown
     */
    public ObstacleFinder(List<Job> jobs, List<JoinedNode> nodes, Constraints constraints, Instant now) {
        this.jobs = jobs;
        this.nodes = nodes;
        this.constraints = constraints;
        this.now = now;
        this.limits = new ReachedLimits(jobs, constraints);
    }

    public Obstacles of(Job job) {
        // slurmctld considers a requeued job only after its nodes have completed.
        List<String> partitions = job.waiting() && !nodes.isEmpty() ? job.partitions() : List.of();
        return new Obstacles(
                limits.of(job),
                Dependency.of(job, jobs),
                Dependency.isAnyEnough(job.dependency()),
                WantedLicense.of(job, constraints.licenses()),
                constraints.reservations().stream()
                        .filter(one -> job.shape().placement().reservations().contains(one.name()))
                        .toList(),
                partitions.stream()
                        .map(partition -> NodeObstacles.of(job, partition, nodes, constraints, now))
                        .toList());
    }

    /**
     * The known obstacles of a pending job.
     *
     * @param limits limits that the job's reason names
     * @param dependencies unsatisfied dependencies
     * @param anyDependency true if one of the dependencies is enough
     * @param licenses requested licenses
     * @param reservations requested reservations
     * @param nodes nodes of the job's partitions, grouped by obstacle; empty if unknown
     */
    public record Obstacles(
            List<ReachedLimit> limits,
            List<Dependency> dependencies,
            boolean anyDependency,
            List<WantedLicense> licenses,
            List<Reservation> reservations,
            List<NodeGroup.OfPartition> nodes) {

        public Obstacles {
            limits = List.copyOf(limits);
            dependencies = List.copyOf(dependencies);
            licenses = List.copyOf(licenses);
            reservations = List.copyOf(reservations);
            nodes = List.copyOf(nodes);
        }
    }
}
