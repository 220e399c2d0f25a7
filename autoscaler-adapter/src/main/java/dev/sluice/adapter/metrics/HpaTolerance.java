package dev.sluice.adapter.metrics;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * The share by which an HPA's metric may exceed the replicas without scaling up. An HPA would ignore a desired number
 * within the tolerance, so the adapter publishes the smallest number on which the HPA acts.
 *
 * @param share share, such as 0.1; zero for HPAs without a tolerance
 */
public record HpaTolerance(BigDecimal share) {

    /** Publishes every desired number unchanged. */
    public static final HpaTolerance NONE = new HpaTolerance(BigDecimal.ZERO);

    /**
     * Returns the number to publish.
     *
     * @param desired desired nodes
     * @param replicas current nodes
     */
    long published(long desired, long replicas) {
        // Exact, because an HPA counts 11 for 10 as within 10 %, which a double does not always do.
        long largestIgnored = BigDecimal.ONE
                .add(share)
                .multiply(BigDecimal.valueOf(replicas))
                .setScale(0, RoundingMode.FLOOR)
                .longValueExact();
        return replicas < desired && desired <= largestIgnored ? largestIgnored + 1 : desired;
    }
}
