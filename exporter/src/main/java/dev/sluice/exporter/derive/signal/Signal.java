package dev.sluice.exporter.derive.signal;

import dev.sluice.exporter.derive.scaling.ScalingDemand;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

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

    /** Returns whether the signal is available. */
    public boolean publishing() {
        return withheldReason.isEmpty();
    }
}
