package dev.sluice.lab.kubernetes;

import dev.sluice.lab.kubernetes.Hpa.Decision.Basis;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The reconcile loop of {@code pkg/controller/podautoscaler} of Kubernetes 1.36 for metrics of type External: minimum
 * and maximum, tolerance, stabilization, scaling to and from zero. Keeps the history in memory, as Kubernetes'
 * controller does. Times are seconds.
 */
public final class Hpa {

    /** Kubernetes' default scale-down window, in seconds, with and without a {@code behavior}. */
    public static final long DEFAULT_WINDOW = 300;

    private static final double DEFAULT_TOLERANCE = 0.1;

    private final Spec spec;
    private final List<Recommendation> recommendations = new ArrayList<>();
    private boolean scaledToZero;

    private record Recommendation(long at, int pods) {}

    public Hpa(Spec spec) {
        this.spec = spec;
    }

    /**
     * Returns an HPA that has scaled its target to zero and can scale the target up again. A target that another client
     * set to zero stays at zero.
     */
    public static Hpa thatScaledToZero(Spec spec) {
        Hpa hpa = new Hpa(spec);
        hpa.scaledToZero = true;
        return hpa;
    }

    /** Reconciles once, as Kubernetes does every 15 seconds. */
    public Decision sync(long now, Scale scale, List<ExternalMetric> metrics) {
        int current = scale.spec();
        // "The first recommendation is seeded with current replicas."
        if (recommendations.isEmpty()) {
            recommendations.add(new Recommendation(now, current));
        }
        if (current == 0 && !(spec.min() == 0 && scaledToZero)) {
            return new Decision(Basis.SCALING_DISABLED, current);
        }
        Decision decision = decide(now, scale, metrics);
        if (decision.replicas() != current) {
            scaledToZero = decision.replicas() == 0;
        }
        return decision;
    }

    private Decision decide(long now, Scale scale, List<ExternalMetric> metrics) {
        int current = scale.spec();
        if (current < spec.min() || current > spec.max()) {
            return new Decision(Basis.OUT_OF_RANGE, current < spec.min() ? spec.min() : spec.max());
        }
        OptionalInt proposal = proposed(scale, metrics);
        if (proposal.isEmpty()) {
            return new Decision(Basis.METRICS_FAILED, current);
        }
        int proposed = proposal.getAsInt();
        int highest = Math.max(proposed, highest(now));
        recommendations.add(new Recommendation(now, proposed));
        // Without a behavior, the HPA also returns to a higher recommendation that the target never reached, and scales
        // up to at most twice the current replicas or to 4 replicas, whichever is more.
        boolean behavior = spec.window().isPresent();
        int stabilized = behavior ? Math.min(highest, Math.max(proposed, current)) : highest;
        int most = behavior ? spec.max() : Math.min(spec.max(), Math.max(2 * current, 4));
        return new Decision(Basis.METRICS, Math.max(spec.min(), Math.min(most, stabilized)));
    }

    /**
     * Returns the largest proposal. Returns empty if every metric fails, or if one metric fails and the other metrics
     * propose fewer replicas.
     */
    private OptionalInt proposed(Scale scale, List<ExternalMetric> metrics) {
        double tolerance = spec.window().isPresent() ? 0 : DEFAULT_TOLERANCE;
        int failed = 0;
        int most = 0;
        for (ExternalMetric metric : metrics) {
            OptionalInt proposal = metric.proposal(scale, tolerance);
            failed += proposal.isEmpty() ? 1 : 0;
            most = Math.max(most, proposal.orElse(0));
        }
        boolean unusable = failed == metrics.size() || (failed > 0 && most < scale.spec());
        return unusable ? OptionalInt.empty() : OptionalInt.of(most);
    }

    /** Returns the highest recommendation of the scale-down window. */
    private int highest(long now) {
        // Without a behavior, a recommendation also counts when its age equals the window.
        boolean behavior = spec.window().isPresent();
        long since = behavior ? now - spec.window().getAsLong() + 1 : now - DEFAULT_WINDOW;
        recommendations.removeIf(old -> old.at() < since);
        return recommendations.stream().mapToInt(Recommendation::pods).max().orElse(0);
    }

    /**
     * The spec of an HPA without its metrics.
     *
     * @param min {@code minReplicas}
     * @param max {@code maxReplicas}
     * @param window {@code stabilizationWindowSeconds} for scaling down, in a {@code behavior} as in Sluice's examples:
     *     with tolerance 0 and without other limits of a step, so that all nodes of a gang are added in one step. Empty
     *     without a behavior, as in the HPAs of KEDA
     */
    public record Spec(int min, int max, OptionalLong window) {}

    /**
     * The scale of a target, as autoscalers read the scale.
     *
     * @param spec desired pods
     * @param status existing pods, including pods that are being drained for removal
     * @param ready ready pods, including pods that are being drained; used only for metrics of type Value
     */
    public record Scale(int spec, int status, int ready) {}

    /**
     * The result of one reconciliation of an HPA.
     *
     * @param basis reason for the decision
     * @param replicas new desired replicas
     */
    public record Decision(Basis basis, int replicas) {

        /** The reason for a decision. */
        public enum Basis {
            /** Another client has set the target to zero replicas, so the HPA changes nothing. */
            SCALING_DISABLED,
            /** The replicas are outside the HPA's minimum and maximum, so the HPA reads no metrics. */
            OUT_OF_RANGE,
            /** The metrics have no value, so the HPA changes nothing. */
            METRICS_FAILED,
            METRICS
        }
    }
}
