package dev.sluice.exporter.api.view;

import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.signal.Signal;
import dev.sluice.exporter.derive.signal.WithheldReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is to be said of one cluster's demand.
 *
 * @param cluster cluster name
 * @param observedAt when what the demand was computed from was observed, the oldest part of it; empty where nothing was
 * @param maxAge how old that may get before the numbers are withdrawn; zero where nothing was observed
 * @param publishing whether its numbers can be trusted; where not, none of them is shown
 * @param reason why it is not publishing, for people; empty exactly where it is
 * @param demand the demand; while not publishing the last one that was computed, which still tells which NodeSets there
 *     are; empty where even those are not known
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
            throw new IllegalArgumentException("a reason is given exactly while not publishing: " + cluster);
        }
    }

    /** What the cluster's signal says. */
    public static ClusterDemand of(Signal signal) {
        return new ClusterDemand(
                signal.cluster(),
                signal.observedAt(),
                signal.maxAge(),
                signal.publishing(),
                signal.withheldReason().map(WithheldReason::reason),
                signal.demand());
    }

    /** A cluster that has no NodeSets as far as we are concerned, as when Kubernetes is not configured. */
    public static ClusterDemand withoutNodeSets(String cluster, String reason) {
        ScalingDemand none = new ScalingDemand(List.of(), List.of(), List.of(), Map.of(), 0);
        return new ClusterDemand(
                cluster, Optional.empty(), Duration.ZERO, false, Optional.of(reason), Optional.of(none));
    }
}
