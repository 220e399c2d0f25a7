package dev.sluice.lab.hpa;

import java.util.Optional;

/**
 * The spec of an HPA without its metrics.
 *
 * @param min {@code minReplicas}
 * @param max {@code maxReplicas}
 * @param behavior {@code behavior}; empty if not set, as in the HPAs of KEDA
 */
public record HpaSpec(int min, int max, Optional<Behavior> behavior) {

    /** Kubernetes' default scale-down window, in seconds, with and without a {@code behavior}. */
    public static final long DEFAULT_WINDOW = 300;

    /**
     * The behavior of Sluice's examples: the HPA adds all nodes of a gang in one step, and removes idle nodes after at
     * most one window. The policies of the examples limit no step of the simulated NodeSets.
     *
     * @param tolerance the HPA changes nothing while the ratio differs from 1 by at most this value
     * @param window {@code stabilizationWindowSeconds} for scaling down
     */
    public record Behavior(double tolerance, long window) {}

    /**
     * Returns the spec of Sluice's examples.
     *
     * @param window scale-down window, in seconds
     */
    public static HpaSpec recommended(int min, int max, double tolerance, long window) {
        return new HpaSpec(min, max, Optional.of(new Behavior(tolerance, window)));
    }
}
