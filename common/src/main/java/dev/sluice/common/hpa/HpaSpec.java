package dev.sluice.common.hpa;

import java.util.List;
import java.util.Optional;

/**
 * The spec of an HPA without its metrics.
 *
 * @param min {@code minReplicas}
 * @param max {@code maxReplicas}
 * @param behavior {@code behavior}; empty if not set. An HPA without a behavior has other defaults than an HPA with an
 *     empty behavior
 */
public record HpaSpec(int min, int max, Optional<Behavior> behavior) {

    /** The rules for scaling up and for scaling down. */
    public record Behavior(ScalingRules up, ScalingRules down) {}

    /**
     * Returns the spec of Sluice's examples. The HPA adds all nodes of a gang in one step, and removes idle nodes after
     * at most one window.
     */
    public static HpaSpec recommended(int min, int max, double tolerance) {
        return recommended(min, max, tolerance, ScalingRules.DEFAULT_WINDOW);
    }

    /** Returns the spec of Sluice's examples with the given scale-down window, in seconds. */
    public static HpaSpec recommended(int min, int max, double tolerance, long window) {
        ScalingRules up =
                new ScalingRules(tolerance, 0, ScalingRules.Select.MAX, List.of(ScalingRules.Policy.pods(1_000, 15)));
        return new HpaSpec(
                min,
                max,
                Optional.of(new Behavior(
                        up, ScalingRules.defaultDown().withTolerance(tolerance).withWindow(window))));
    }
}
