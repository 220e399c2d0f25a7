package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.PartitionTiers.Place;
import dev.sluice.exporter.derive.scaling.pool.NodeIndex;
import dev.sluice.exporter.derive.scaling.pool.NodeIndex.NodeList;
import dev.sluice.exporter.derive.scaling.pool.Reservations;
import dev.sluice.exporter.model.job.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides which blocked jobs get reserved nodes. slurmctld plans the start of a blocked job only on existing nodes, so
 * smaller jobs start ahead of a wide job until nodes are requested for the wide job.
 */
final class Aging {

    private static final long NEVER = Long.MAX_VALUE;

    /** Maximum number of jobs per poll and pool that are compared with all running jobs of the pool. */
    private static final int MAX_COMPARED = 10;

    private final List<Job> jobs;
    private final NodeIndex nodes;
    private final Reservations reservations;
    private final PartitionTiers tiers;
    private final long agingSeconds;
    private final long now;
    private final Map<PoolState, Running> runningByPool = new HashMap<>();

    Aging(ScalingInput input, PartitionTiers tiers, NodeIndex nodes, Reservations reservations) {
        this.reservations = reservations;
        this.tiers = tiers;
        this.jobs = input.jobs();
        this.nodes = nodes;
        this.agingSeconds = input.policy().agingTime().toSeconds();
        this.now = input.at().getEpochSecond();
    }

    /**
     * Returns whether a job that does not fit gets its nodes anyway. The job gets its nodes if the job has waited for
     * longer than the aging time, and jobs further back in the queue, which started meanwhile, take the job's nodes. A
     * pool has one reservation at a time, because slurmctld plans for the first job in the queue. A single-node job
     * needs no reservation, because such a job is blocked only if the pool is at its maximum. A job that waits for the
     * end of a reservation gets no nodes, because these nodes could be idle until then.
     */
    boolean reserves(Job job, Options.Candidate fit) {
        long since = Math.max(job.times().submittedAt(), job.times().eligibleAt());
        return agingSeconds > 0
                && now - since >= agingSeconds
                && fit.ask().need().nodes() > 1
                && fit.pool().reservation().isEmpty()
                && reservations.inTheWayOf(job).isEmpty()
                && runningByPool
                        .computeIfAbsent(fit.pool(), Running::new)
                        .delay(job, Place.of(job, tiers.of(fit.partition()), 0), since, fit);
    }

    /** The running jobs of one pool. */
    private final class Running {

        private final PoolState pool;
        private final List<Started> started = new ArrayList<>();
        /** When the jobs of each busy node end at the latest, sorted. */
        private final long[] ends;

        private int compared;

        private record Started(long at, Place place, BitSet nodes) {}

        Running(PoolState pool) {
            this.pool = pool;
            long[] endOfNode = new long[pool.nodes().members().size()];
            for (Job job : jobs) {
                NodeList list = nodes.list(
                        job.pending() || !job.holdsNodes()
                                ? ""
                                : job.allocation().nodes());
                if (pool.nodes().hasAny(list)) {
                    BitSet held = pool.nodes().of(list);
                    long limit = job.times().latestEnd();
                    long end = limit > 0 ? limit : NEVER;
                    started.add(new Started(
                            job.times().startedAt(), Place.of(job, tiers.of(job).get(0), 0), held));
                    held.stream().forEach(node -> endOfNode[node] = Math.max(endOfNode[node], end));
                }
            }
            this.ends = Arrays.stream(endOfNode).filter(end -> end > 0).sorted().toArray();
        }

        /**
         * Returns whether a job would fit without the running jobs that overtook it, and enough running jobs end within
         * the job's own time limit. Otherwise, reserved nodes would be idle without an earlier start of the job, or for
         * longer than the job may run. If the last overtaking job ends, the job fits, and keeps its nodes.
         */
        boolean delay(Job job, Place place, long since, Options.Candidate fit) {
            long missing = fit.ask().need().nodes()
                    + pool.pendingNodes()
                    + pool.counts().busy()
                    - pool.max();
            if (++compared > MAX_COMPARED || missing < 1 || missing > ends.length) {
                return false;
            }
            long limit = job.times().limit() > 0 ? job.times().limit() : NEVER;
            BitSet overtaking = new BitSet();
            BitSet ahead = new BitSet();
            for (Started other : started) {
                boolean overtook = other.at() > since && Place.ORDER.compare(place, other.place()) < 0;
                (overtook ? overtaking : ahead).or(other.nodes());
            }
            overtaking.andNot(ahead);
            return overtaking.cardinality() >= missing && ends[(int) missing - 1] - now <= limit;
        }
    }
}
