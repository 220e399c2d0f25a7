package dev.sluice.adapter.metrics;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * The share by which an HPA lets its metric exceed the replicas without adding any. A wish within it would never come
 * true, so a slightly larger one is published: the smallest that the HPA acts upon.
 *
 * @param share such as 0.1; zero for HPAs that have no tolerance
 */
public record HpaTolerance(BigDecimal share) {

    /** Publishes every wish as it is. */
    public static final HpaTolerance NONE = new HpaTolerance(BigDecimal.ZERO);

    /**
     * What to publish.
     *
     * @param desired the nodes that are wished for
     * @param replicas the nodes that there are
     */
    long published(long desired, long replicas) {
        // Exact, because an HPA takes 11 for 10 to be within 10 %, and a double does not always.
        long largestIgnored = BigDecimal.ONE
                .add(share)
                .multiply(BigDecimal.valueOf(replicas))
                .setScale(0, RoundingMode.FLOOR)
                .longValueExact();
        return replicas < desired && desired <= largestIgnored ? largestIgnored + 1 : desired;
    }
}
