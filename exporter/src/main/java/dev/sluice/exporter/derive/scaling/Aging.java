package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.packing.NodeIndex;
import dev.sluice.exporter.derive.scaling.packing.Reservations;
import dev.sluice.exporter.model.job.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Decides which blocked jobs get reserved nodes. slurmctld plans the start of a blocked job only on existing nodes, so
 * smaller jobs start ahead of a wide job until nodes are requested for the wide job.
 */
final class Aging {

    private final List<Job> jobs;
    private final NodeIndex nodes;
    private final Reservations reservations;
    private final PartitionTiers tiers;
    private final long agingSeconds;
    private final long now;
    private final Map<PoolState, NavigableMap<Long, Place>> startsByPool = new HashMap<>();

    Aging(ScalingInput input, PartitionTiers tiers, NodeIndex nodes, Reservations reservations) {
        this.reservations = reservations;
        this.tiers = tiers;
        this.jobs = input.queue().jobs();
        this.nodes = nodes;
        this.agingSeconds = input.policy().agingTime().toSeconds();
        this.now = input.at().getEpochSecond();
    }

    /**
     * Returns whether a job that does not fit gets its nodes anyway. The job gets its nodes if the job has waited for
     * longer than the aging time, and a job further back in the queue has started meanwhile. A pool has one reservation
     * at a time, because slurmctld plans for the first job in the queue. A single-node job needs no reservation,
     * because such a job is blocked only if the pool is at its maximum. A job that waits for the end of a reservation
     * gets no nodes, because these nodes could be idle until then.
     */
    boolean reserves(Job job, Options.Candidate fit) {
        long since = Math.max(job.times().submittedAt(), job.times().eligibleAt());
        return agingSeconds > 0
                && now - since >= agingSeconds
                && fit.ask().need().nodes() > 1
                && fit.pool().reservation().isEmpty()
                && reservations.inTheWayOf(job).isEmpty()
                && overtaken(Place.of(job, tiers.of(fit.partition()), 0), since, fit.pool());
    }

    private boolean overtaken(Place place, long since, PoolState pool) {
        var later = startsByPool.computeIfAbsent(pool, this::starts).higherEntry(since);
        return later != null && Place.ORDER.compare(place, later.getValue()) < 0;
    }

    /** Maps each start time of a running job to the last queue position of the jobs that started then or later. */
    private NavigableMap<Long, Place> starts(PoolState pool) {
        List<Job> running = new ArrayList<>();
        for (Job job : jobs) {
            if (!job.pending()
                    && job.holdsNodes()
                    && pool.hasAny(nodes.list(job.allocation().nodes()))) {
                running.add(job);
            }
        }
        running.sort(
                Comparator.comparingLong((Job job) -> job.times().startedAt()).reversed());
        NavigableMap<Long, Place> starts = new TreeMap<>();
        for (Job job : running) {
            Place place = Place.of(job, tiers.of(job).get(0), 0);
            Place last = starts.isEmpty() ? place : starts.firstEntry().getValue();
            starts.put(job.times().startedAt(), Place.ORDER.compare(place, last) > 0 ? place : last);
        }
        return starts;
    }
}
