package dev.sluice.simulator.kubernetes.hpa;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The behavior of an HPA in one direction.
 *
 * @param tolerance empty for the cluster's default
 */
public record ScalingRules(
        int stabilizationSeconds, Select select, List<ScalingPolicy> policies, OptionalDouble tolerance) {

    /** Which policy counts where there are several. */
    public enum Select {
        MAX("Max"),
        MIN("Min"),
        DISABLED("Disabled");

        private final String text;

        Select(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /** Kubernetes' own: 4 pods or 100 % in 15 s, at once. */
    public static final ScalingRules USUAL_UP = new ScalingRules(
            0, Select.MAX, List.of(ScalingPolicy.pods(4, 15), ScalingPolicy.percent(100, 15)), OptionalDouble.empty());

    /** Kubernetes' own: 100 % in 15 s, after 300 s. */
    public static final ScalingRules USUAL_DOWN =
            new ScalingRules(300, Select.MAX, List.of(ScalingPolicy.percent(100, 15)), OptionalDouble.empty());

    public ScalingRules {
        policies = List.copyOf(policies);
    }
}
