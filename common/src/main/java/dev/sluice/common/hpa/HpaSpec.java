package dev.sluice.common.hpa;

import java.util.List;
import java.util.Optional;

/**
 * What an HPA was told, metrics apart.
 *
 * @param min {@code minReplicas}
 * @param max {@code maxReplicas}
 * @param behavior {@code behavior}; empty where it has none, which is not the same as one with defaults
 */
public record HpaSpec(int min, int max, Optional<Behavior> behavior) {

    /** Both directions. */
    public record Behavior(ScalingRules up, ScalingRules down) {}

    /** As our examples have it: all nodes of a gang in one step, and no more idle time than the window. */
    public static HpaSpec recommended(int min, int max, double tolerance) {
        return recommended(min, max, tolerance, ScalingRules.DEFAULT_WINDOW);
    }

    /** The same with another window for shrinking, in seconds. */
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
