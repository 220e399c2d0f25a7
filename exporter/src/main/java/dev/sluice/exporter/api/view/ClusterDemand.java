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
 * @param observedAt time of the oldest data from which the demand was computed; empty if no data is available
 * @param maxAge maximum age of the data; if the data is older, the values are withdrawn; zero if no data is available
 * @param publishing true if the signal is available; false if the values are withheld
 * @param reason reason why the signal is withheld, as a message for people; empty if and only if the signal is
 *     available
 * @param demand the demand; while the signal is withheld, the last computed demand, which lists the NodeSets; empty if
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

    /** Returns the demand in the signal of a cluster. */
    public static ClusterDemand of(Signal signal) {
        return new ClusterDemand(
                signal.cluster(),
                signal.observedAt(),
                signal.maxAge(),
                signal.publishing(),
                signal.withheldReason().map(WithheldReason::reason),
                signal.demand());
    }

    /** Returns this demand with the time of another clock. */
    public ClusterDemand shifted(Duration ahead) {
        return new ClusterDemand(cluster, observedAt.map(at -> at.plus(ahead)), maxAge, publishing, reason, demand);
    }

    /** Returns this demand with only the matching explanations of jobs. */
    ClusterDemand withJobs(Predicate<JobExplanation> filter) {
        return new ClusterDemand(
                cluster,
                observedAt,
                maxAge,
                publishing,
                reason,
                demand.map(present ->
                        present.withJobs(present.jobs().stream().filter(filter).toList())));
    }

    /** Returns why the values of the cluster are withheld, or the NodeSets are unknown. */
    public String withheld() {
        return "cluster " + cluster + ": " + reason.orElse("NodeSets unknown");
    }

    /** Returns true if the cluster has no NodeSets at all, because Kubernetes is not configured. */
    public boolean hasNoNodeSets() {
        return observedAt.isEmpty() && demand.isPresent();
    }

    /** Returns the demand of a cluster without NodeSets. */
    public static ClusterDemand withoutNodeSets(String cluster, String reason) {
        ScalingDemand none = new ScalingDemand(List.of(), List.of(), List.of(), Map.of(), List.of(), Map.of(), 0);
        return new ClusterDemand(
                cluster, Optional.empty(), Duration.ZERO, false, Optional.of(reason), Optional.of(none));
    }
}
