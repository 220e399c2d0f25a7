package dev.sluice.lab.hpa;

import java.util.List;

/**
 * The rules of an HPA's {@code behavior} for one direction: up or down.
 *
 * @param tolerance the HPA changes nothing while the ratio differs from 1 by at most this value
 * @param window {@code stabilizationWindowSeconds}
 * @param select choice among the policies
 * @param policies limits on the rate of change
 */
public record ScalingRules(double tolerance, long window, Select select, List<Policy> policies) {

    /** Kubernetes' default tolerance. */
    public static final double DEFAULT_TOLERANCE = 0.1;

    /** Kubernetes' default scale-down window, in seconds, with and without a {@code behavior}. */
    public static final long DEFAULT_WINDOW = 300;

    public ScalingRules {
        policies = List.copyOf(policies);
    }

    /** {@code selectPolicy}. */
    public enum Select {
        /** The policy that allows the larger change. */
        MAX,
        /** The policy that allows the smaller change. */
        MIN,
        DISABLED
    }

    /**
     * A maximum change within a period.
     *
     * @param percent true if the amount is a percentage of the pods, false if the amount is a number of pods
     * @param amount maximum change, in pods or percent
     * @param period period in seconds
     */
    public record Policy(boolean percent, int amount, long period) {

        public static Policy pods(int amount, long period) {
            return new Policy(false, amount, period);
        }

        public static Policy percent(int amount, long period) {
            return new Policy(true, amount, period);
        }
    }

    /** Returns Kubernetes' default for scaling up with a {@code behavior}. */
    public static ScalingRules defaultUp() {
        return new ScalingRules(DEFAULT_TOLERANCE, 0, Select.MAX, List.of(Policy.pods(4, 15), Policy.percent(100, 15)));
    }

    /** Returns Kubernetes' default for scaling down. */
    public static ScalingRules defaultDown() {
        return new ScalingRules(DEFAULT_TOLERANCE, DEFAULT_WINDOW, Select.MAX, List.of(Policy.percent(100, 15)));
    }
}
