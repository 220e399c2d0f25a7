package dev.sluice.common.hpa;

import java.util.List;

/**
 * One direction of {@code behavior} of an HPA.
 *
 * @param tolerance by how much the ratio may be off without a change
 * @param window {@code stabilizationWindowSeconds}
 * @param select which of the policies holds
 * @param policies how fast it may go
 */
public record ScalingRules(double tolerance, long window, Select select, List<Policy> policies) {

    /** What Kubernetes tolerates unless told otherwise. */
    public static final double DEFAULT_TOLERANCE = 0.1;

    /** For how many seconds Kubernetes keeps a higher number unless told otherwise. */
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
     * How much may change in a time.
     *
     * @param percent whether the amount is per cent of the pods, else it is pods
     * @param amount the amount
     * @param period the time in seconds
     */
    public record Policy(boolean percent, int amount, long period) {

        public static Policy pods(int amount, long period) {
            return new Policy(false, amount, period);
        }

        public static Policy percent(int amount, long period) {
            return new Policy(true, amount, period);
        }
    }

    /** Kubernetes' default for growing where the HPA has a {@code behavior}. */
    public static ScalingRules defaultUp() {
        return new ScalingRules(DEFAULT_TOLERANCE, 0, Select.MAX, List.of(Policy.pods(4, 15), Policy.percent(100, 15)));
    }

    /** Kubernetes' default for shrinking. */
    public static ScalingRules defaultDown() {
        return new ScalingRules(DEFAULT_TOLERANCE, DEFAULT_WINDOW, Select.MAX, List.of(Policy.percent(100, 15)));
    }

    public ScalingRules withTolerance(double other) {
        return new ScalingRules(other, window, select, policies);
    }

    public ScalingRules withWindow(long seconds) {
        return new ScalingRules(tolerance, seconds, select, policies);
    }
}
