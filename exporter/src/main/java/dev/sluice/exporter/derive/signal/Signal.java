package dev.sluice.exporter.derive.signal;

import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.signal.Signal.WithheldReason.Cause;
import dev.sluice.exporter.model.Labeled;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The demand of one cluster at one time, and whether the demand can be trusted.
 *
 * @param demand the newest demand, even while the signal is withheld, because the demand lists the NodeSets; empty
 *     before the first demand
 * @param observedAt time of the oldest data of the demand; empty before the first demand
 * @param maxAge maximum age of usable data
 * @param withheldReason why the signal is withheld; empty if the signal is available, which requires a demand
 */
public record Signal(
        String cluster,
        Optional<ScalingDemand> demand,
        Optional<Instant> observedAt,
        Duration maxAge,
        Optional<WithheldReason> withheldReason) {

    public Signal {
        if (withheldReason.isEmpty() && (demand.isEmpty() || observedAt.isEmpty())) {
            throw new IllegalArgumentException("no demand, and no reason to withhold it, for " + cluster);
        }
    }

    /** Returns the signal of a cluster without Kubernetes, which is always withheld and in no metric. */
    public static Signal withoutKubernetes(String cluster) {
        ScalingDemand none = new ScalingDemand(List.of(), List.of(), List.of(), Map.of(), List.of(), Map.of(), 0);
        return new Signal(
                cluster,
                Optional.of(none),
                Optional.empty(),
                Duration.ZERO,
                Optional.of(new WithheldReason(Cause.FIRST_POLL, "Kubernetes is not configured")));
    }

    /** Returns whether the signal is available. */
    public boolean publishing() {
        return withheldReason.isEmpty();
    }

    /** Returns the demand; empty while the signal is withheld. */
    public Optional<ScalingDemand> published() {
        return demand.filter(unused -> publishing());
    }

    /** Returns true if the cluster has no NodeSets at all, because Kubernetes is not configured. */
    public boolean hasNoNodeSets() {
        return observedAt.isEmpty() && demand.isPresent();
    }

    /** Returns why the signal is withheld, as a message for people; empty if the signal is available. */
    public Optional<String> reason() {
        return withheldReason.map(WithheldReason::reason);
    }

    /** Returns the signal with the time of another clock. */
    public Signal shifted(Duration ahead) {
        return new Signal(cluster, demand, observedAt.map(at -> at.plus(ahead)), maxAge, withheldReason);
    }

    /** Returns the signal with only the matching explanations of jobs. */
    public Signal withJobs(Predicate<JobExplanation> filter) {
        return new Signal(
                cluster,
                demand.map(present ->
                        present.withJobs(present.jobs().stream().filter(filter).toList())),
                observedAt,
                maxAge,
                withheldReason);
    }

    /**
     * Why the autoscaling signal is withheld.
     *
     * @param reason one line for people: the problem, the time of its start, and the solution if known
     */
    public record WithheldReason(Cause cause, String reason) {

        /** The kinds of reasons. Closed list. */
        public enum Cause implements Labeled {
            /** A required source has not been read since the exporter started. */
            FIRST_POLL,
            /** The data of a required source is too old. */
            STALE,
            /** A response had an error in addition to its data, or unreadable records. */
            PARTIAL,
            /** Slurm reported nodes before and reports none now, although pods are ready. */
            NODES_VANISHED,
            /** Jobs were pending or running before, and now no job has a record. */
            JOBS_VANISHED
        }
    }
}
