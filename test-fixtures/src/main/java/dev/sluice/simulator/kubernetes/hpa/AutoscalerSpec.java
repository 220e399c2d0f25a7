package dev.sluice.simulator.kubernetes.hpa;

import dev.sluice.simulator.kubernetes.hpa.ReplicaArithmetic.Tolerance;

/**
 * The spec of an HPA with one external metric.
 *
 * @param target in thousandths
 */
public record AutoscalerSpec(int min, int max, TargetType type, long target, ScalingRules up, ScalingRules down) {
    /** What the metric is compared with. */
    public enum TargetType {
        AVERAGE_VALUE,
        VALUE
    }

    Tolerance tolerance() {
        return new Tolerance(
                up.tolerance().orElse(Tolerance.DEFAULT.up()), down.tolerance().orElse(Tolerance.DEFAULT.down()));
    }
}
