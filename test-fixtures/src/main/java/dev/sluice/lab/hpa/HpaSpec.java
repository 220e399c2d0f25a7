package dev.sluice.lab.hpa;

import dev.sluice.lab.hpa.ScalingRules.Policy;
import dev.sluice.lab.hpa.ScalingRules.Select;
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
     *
     * @param window scale-down window, in seconds
     */
    public static HpaSpec recommended(int min, int max, double tolerance, long window) {
        ScalingRules up = new ScalingRules(tolerance, 0, Select.MAX, List.of(Policy.pods(1_000, 15)));
        ScalingRules down = new ScalingRules(tolerance, window, Select.MAX, List.of(Policy.percent(100, 60)));
        return new HpaSpec(min, max, Optional.of(new Behavior(up, down)));
    }
}
