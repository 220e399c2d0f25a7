package dev.sluice.lab.hpa;

import dev.sluice.lab.hpa.Decision.Basis;
import dev.sluice.lab.hpa.Decision.Limit;
import dev.sluice.lab.hpa.HpaSpec.Behavior;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * The reconcile loop of {@code pkg/controller/podautoscaler} of Kubernetes 1.36 for metrics of type External: minimum
 * and maximum, tolerance, stabilization, policies, scaling to and from zero. Keeps the history in memory, as
 * Kubernetes' controller does. Times are seconds.
 */
public final class Hpa {

    private final HpaSpec spec;
    private final List<Recommendation> recommendations = new ArrayList<>();
    private final RateLimits rates = new RateLimits();
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
            return Decision.without(Basis.SCALING_DISABLED, current);
        }
        Decision decision = decide(now, scale, metrics);
        if (decision.replicas() != current) {
            rates.changed(now, current, decision.replicas());
            scaledToZero = decision.replicas() == 0;
        }
        return decision;
    }

    private Decision decide(long now, Scale scale, List<ExternalMetric> metrics) {
        int current = scale.spec();
        if (current < spec.min() || current > spec.max()) {
            return Decision.without(Basis.OUT_OF_RANGE, current < spec.min() ? spec.min() : spec.max());
        }
        OptionalInt proposed = proposed(scale, metrics);
        if (proposed.isEmpty()) {
            return Decision.without(Basis.METRICS_FAILED, current);
        }
        return spec.behavior()
                .map(behavior -> withBehavior(now, current, proposed.getAsInt(), behavior))
                .orElseGet(() -> withoutBehavior(now, current, proposed.getAsInt()));
    }

    /**
     * Returns the largest proposal. Returns empty if every metric fails, or if one metric fails and the other metrics
     * propose fewer replicas.
     */
    private OptionalInt proposed(Scale scale, List<ExternalMetric> metrics) {
        double up = tolerance(Behavior::up);
        double down = tolerance(Behavior::down);
        int failed = 0;
        int most = 0;
        for (ExternalMetric metric : metrics) {
            OptionalInt proposal = metric.proposal(scale, up, down);
            failed += proposal.isEmpty() ? 1 : 0;
            most = Math.max(most, proposal.orElse(0));
        }
        boolean unusable = failed == metrics.size() || (failed > 0 && most < scale.spec());
        return unusable ? OptionalInt.empty() : OptionalInt.of(most);
    }

    private double tolerance(Function<Behavior, ScalingRules> direction) {
        return spec.behavior().map(direction).map(ScalingRules::tolerance).orElse(ScalingRules.DEFAULT_TOLERANCE);
    }

    /**
     * Uses the highest recommendation of the window. Scales up to at most twice the current replicas or to 4 replicas,
     * whichever is more.
     */
    private Decision withoutBehavior(long now, int current, int proposed) {
        int stabilized = proposed;
        for (Recommendation old : recommendations) {
            stabilized = old.at() >= now - ScalingRules.DEFAULT_WINDOW ? Math.max(stabilized, old.pods()) : stabilized;
        }
        remember(now, proposed, ScalingRules.DEFAULT_WINDOW);
        return limited(proposed, stabilized, spec.min(), Math.max(2 * current, 4));
    }

    /**
     * Scales up to the lowest recommendation of the scale-up window. Scales down to the highest recommendation of the
     * scale-down window.
     */
    private Decision withBehavior(long now, int current, int proposed, Behavior behavior) {
        int lowest = proposed;
        int highest = proposed;
        for (Recommendation old : recommendations) {
            lowest = old.at() > now - behavior.up().window() ? Math.min(lowest, old.pods()) : lowest;
            highest = old.at() > now - behavior.down().window() ? Math.max(highest, old.pods()) : highest;
        }
        remember(now, proposed, Math.max(behavior.up().window(), behavior.down().window()));
        int stabilized = Math.min(highest, Math.max(lowest, current));
        return limited(
                proposed,
                stabilized,
                rates.lowest(now, current, behavior.down()),
                rates.highest(now, current, behavior.up()));
    }

    /** Limits the replicas to the allowed rates of change, and to the minimum and maximum. */
    private Decision limited(int proposed, int stabilized, int lowest, int highest) {
        int most = Math.min(spec.max(), highest);
        int least = Math.max(spec.min(), lowest);
        Limit limit = Limit.NONE;
        if (stabilized > most) {
            limit = spec.max() > highest ? Limit.SCALE_UP_RATE : Limit.MAX_REPLICAS;
        } else if (stabilized < least) {
            limit = spec.min() < lowest ? Limit.SCALE_DOWN_RATE : Limit.MIN_REPLICAS;
        }
        return new Decision(Basis.METRICS, Math.max(least, Math.min(most, stabilized)), proposed, stabilized, limit);
    }

    private void remember(long now, int proposed, long window) {
        recommendations.removeIf(old -> old.at() < now - window);
        recommendations.add(new Recommendation(now, proposed));
    }
}
