package dev.sluice.adapter.metrics;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * The tolerance of an HPA: the share by which the metric can exceed the replicas before the HPA scales up. An HPA would
 * ignore a desired number of nodes within the tolerance. The adapter therefore publishes the smallest number above the
 * tolerance.
 *
 * @param share tolerance as a share, such as 0.1; zero for HPAs without a tolerance
 */
public record HpaTolerance(BigDecimal share) {

    /** No tolerance: every desired number of nodes is published unchanged. */
    public static final HpaTolerance NONE = new HpaTolerance(BigDecimal.ZERO);

    /**
     * Returns the number to publish.
     *
     * @param desired desired nodes
     * @param replicas current nodes
     */
    long published(long desired, long replicas) {
        // Computes exact decimals. For 10 replicas and a tolerance of 10 %, an HPA counts 11 as within the tolerance.
        // With a double, 11 would sometimes be outside the tolerance.
        long largestIgnored = BigDecimal.ONE
                .add(share)
                .multiply(BigDecimal.valueOf(replicas))
                .setScale(0, RoundingMode.FLOOR)
                .longValueExact();
        return replicas < desired && desired <= largestIgnored ? largestIgnored + 1 : desired;
    }
}
