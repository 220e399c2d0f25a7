package dev.sluice.exporter.publish;

import dev.sluice.exporter.derive.BlackHoles.BlackHole;
import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.NodeLosses.OfNode;
import dev.sluice.exporter.derive.QueueCounts;
import dev.sluice.exporter.derive.QueueSummary;
import dev.sluice.exporter.derive.gpu.GpuSlots;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.job.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Data of the newest metrics, for the API and the status page. */
public sealed interface Published {

    /** Returns the time of the observation. */
    Instant at();

    /** Returns the same data with the times of another clock. */
    Published shifted(Duration ahead);

    /**
     * The numbers of jobs by state.
     *
     * @param source source of the numbers
     * @param expiresAt time from which the numbers are withdrawn
     */
    record Counts(SlurmSource source, QueueCounts counts, Instant at, Instant expiresAt) implements Published {

        /** Returns the age of the numbers. The age is never negative. */
        public Duration age(Instant now) {
            return at.isAfter(now) ? Duration.ZERO : Duration.between(at, now);
        }

        @Override
        public Counts shifted(Duration ahead) {
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
    record Nodes(
            List<JoinedNode> nodes,
            Capacity.Summary capacity,
            Instant at,
            GpuSlots.Beside beside,
            Map<String, OfNode> losses)
            implements Published {

        @Override
        public Nodes shifted(Duration ahead) {
            return new Nodes(nodes, capacity, at.plus(ahead), beside, losses);
        }
    }

    /**
     * The queue.
     *
     * @param summary sums over the jobs
     * @param blackHoles nodes on which jobs had failed quickly at the time of the observation
     */
    record Queue(List<Job> jobs, QueueSummary summary, List<BlackHole> blackHoles, Instant at) implements Published {

        @Override
        public Queue shifted(Duration ahead) {
            return new Queue(jobs, summary, blackHoles, at.plus(ahead));
        }
    }
}
