package dev.sluice.exporter.publish;

import dev.sluice.exporter.derive.BlackHoles.BlackHole;
import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.NodeLosses.OfNode;
import dev.sluice.exporter.derive.QueueCounts;
import dev.sluice.exporter.derive.QueueSummary;
import dev.sluice.exporter.derive.gpu.GpuSlots;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.cluster.ControllerConf.PrivateData;
import dev.sluice.exporter.model.job.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Data of the newest metrics of a cluster, for the API and the status page. Shifted data has the times of another clock.
 *
 * @param counts published numbers of jobs by state; empty before the first count
 * @param queue the cluster's jobs; empty before the first poll
 * @param nodes the cluster's nodes; empty before the first poll
 * @param constraints limits of the cluster's jobs, except the limits of the nodes, from the last poll
 * @param privateData data that Slurm hides from users, from the last poll
 */
public record Published(
        Optional<Counts> counts,
        Optional<Queue> queue,
        Optional<Nodes> nodes,
        Constraints constraints,
        PrivateData privateData) {

    public static final Published NOTHING =
            new Published(Optional.empty(), Optional.empty(), Optional.empty(), Constraints.UNKNOWN, PrivateData.NONE);

    public Published shifted(Duration ahead) {
        return new Published(
                counts.map(data -> data.shifted(ahead)),
                queue.map(data -> data.shifted(ahead)),
                nodes.map(data -> data.shifted(ahead)),
                constraints,
                privateData);
    }

    /** Returns the numbers of jobs by state; empty if the numbers are too old. */
    public Optional<Counts> countsAt(Instant now) {
        return counts.filter(published -> published.expiresAt().isAfter(now));
    }

    /**
     * The numbers of jobs by state.
     *
     * @param source source of the numbers
     * @param expiresAt time from which the numbers are withdrawn
     */
    public record Counts(SlurmSource source, QueueCounts counts, Instant at, Instant expiresAt) {

        /** Returns the age of the numbers. The age is never negative. */
        public Duration age(Instant now) {
            return at.isAfter(now) ? Duration.ZERO : Duration.between(at, now);
        }

        private Counts shifted(Duration ahead) {
            return new Counts(source, counts, at.plus(ahead), expiresAt.plus(ahead));
        }
    }

    /**
     * The nodes.
     *
     * @param nodes all nodes except ghost nodes
     * @param capacity sums over the nodes
     * @param beside CPUs and memory that a job needs per GPU; idle GPUs without these CPUs and this memory are stranded
     * @param losses outages by node name, for a limited number of nodes
     */
    public record Nodes(
            List<JoinedNode> nodes,
            Capacity.Summary capacity,
            Instant at,
            GpuSlots.Beside beside,
            Map<String, OfNode> losses) {

        private Nodes shifted(Duration ahead) {
            return new Nodes(nodes, capacity, at.plus(ahead), beside, losses);
        }
    }

    /**
     * The queue.
     *
     * @param summary sums over the jobs
     * @param blackHoles nodes on which jobs had failed quickly at the time of the observation
     */
    public record Queue(List<Job> jobs, QueueSummary summary, List<BlackHole> blackHoles, Instant at) {

        private Queue shifted(Duration ahead) {
            return new Queue(jobs, summary, blackHoles, at.plus(ahead));
        }
    }
}
