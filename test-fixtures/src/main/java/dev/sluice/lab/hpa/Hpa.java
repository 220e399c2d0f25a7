package dev.sluice.lab.hpa;

import dev.sluice.lab.hpa.Decision.Basis;
import dev.sluice.lab.hpa.HpaSpec.Behavior;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The reconcile loop of {@code pkg/controller/podautoscaler} of Kubernetes 1.36 for metrics of type External: minimum
 * and maximum, tolerance, stabilization, scaling to and from zero. Keeps the history in memory, as Kubernetes'
 * controller does. Times are seconds.
 */
public final class Hpa {

    private static final double DEFAULT_TOLERANCE = 0.1;

    private final HpaSpec spec;
    private final List<Recommendation> recommendations = new ArrayList<>();
    private boolean scaledToZero;

    private record Recommendation(long at, int pods) {}

    public Hpa(HpaSpec spec) {
        this.spec = spec;
    }

    /**
     * Returns an HPA that has scaled its target to zero and can scale the target up again. A target that another client
     * set to zero stays at zero.
     */
    public static Hpa thatScaledToZero(HpaSpec spec) {
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
        int stabilized = spec.behavior().isPresent() ? Math.min(highest, Math.max(proposed, current)) : highest;
        int most = spec.behavior().isPresent() ? spec.max() : Math.min(spec.max(), Math.max(2 * current, 4));
        return new Decision(Basis.METRICS, Math.max(spec.min(), Math.min(most, stabilized)));
    }

    /**
     * Returns the largest proposal. Returns empty if every metric fails, or if one metric fails and the other metrics
     * propose fewer replicas.
     */
    private OptionalInt proposed(Scale scale, List<ExternalMetric> metrics) {
        double tolerance = spec.behavior().map(Behavior::tolerance).orElse(DEFAULT_TOLERANCE);
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
        long since =
                spec.behavior().map(behavior -> now - behavior.window() + 1).orElse(now - HpaSpec.DEFAULT_WINDOW);
        recommendations.removeIf(old -> old.at() < since);
        return recommendations.stream().mapToInt(Recommendation::pods).max().orElse(0);
    }
}
