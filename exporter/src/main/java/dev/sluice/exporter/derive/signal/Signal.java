package dev.sluice.exporter.derive.signal;

import dev.sluice.exporter.derive.scaling.ScalingDemand;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One cluster's demand at one moment, and whether it can be trusted then.
 *
 * @param cluster cluster name
 * @param demand the newest demand, also while it is doubted: it still tells which NodeSets there are; empty before the
 *     first
 * @param observedAt when the oldest part of what the demand is made of was observed; empty before the first
 * @param maxAge how old that may get before it must not be acted upon
 * @param withheldReason why it is withheld; empty where it is available, and then there is a demand
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

    /** Whether its numbers may be shown and acted upon. */
    public boolean publishing() {
        return withheldReason.isEmpty();
    }
}
