package dev.sluice.exporter.api.view;

import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.signal.Signal;
import dev.sluice.exporter.derive.signal.WithheldReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The demand of one cluster.
 *
 * @param cluster cluster name
 * @param observedAt time of the oldest data behind the demand; empty without data
 * @param maxAge maximum age of that data before the numbers are withdrawn; zero without data
 * @param publishing true if the signal is available; otherwise the numbers are withheld
 * @param reason reason for withholding the signal, for people; empty exactly while publishing
 * @param demand the demand; while not publishing, the last computed demand, which still lists the NodeSets; empty if
 *     the NodeSets are unknown
 */
public record ClusterDemand(
        String cluster,
        Optional<Instant> observedAt,
        Duration maxAge,
        boolean publishing,
        Optional<String> reason,
        Optional<ScalingDemand> demand) {

    public ClusterDemand {
        if (publishing && (observedAt.isEmpty() || demand.isEmpty())) {
            throw new IllegalArgumentException("no demand to publish for " + cluster);
        }
        if (publishing == reason.isPresent()) {
            throw new IllegalArgumentException("a reason must be given exactly while not publishing: " + cluster);
        }
    }

    /** Returns the demand of a cluster's signal. */
    public static ClusterDemand of(Signal signal) {
        return new ClusterDemand(
                signal.cluster(),
                signal.observedAt(),
                signal.maxAge(),
                signal.publishing(),
                signal.withheldReason().map(WithheldReason::reason),
                signal.demand());
    }

    /** Returns this demand with only the matching explanations of jobs. */
    ClusterDemand withJobs(Predicate<JobExplanation> filter) {
        return new ClusterDemand(
                cluster, observedAt, maxAge, publishing, reason, demand.map(present -> present.withJobs(filter)));
    }

    /** Returns the demand of a cluster without known NodeSets, for example without Kubernetes. */
    public static ClusterDemand withoutNodeSets(String cluster, String reason) {
        ScalingDemand none = new ScalingDemand(List.of(), List.of(), List.of(), Map.of(), 0);
        return new ClusterDemand(
                cluster, Optional.empty(), Duration.ZERO, false, Optional.of(reason), Optional.of(none));
    }
}
