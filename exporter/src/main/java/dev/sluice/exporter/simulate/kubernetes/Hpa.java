package dev.sluice.exporter.simulate.kubernetes;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The HorizontalPodAutoscaler as Kubernetes 1.36 computes it: the reconcile loop of {@code pkg/controller/podautoscaler},
 * for metrics of type External.
 */
public final class Hpa {

    /** {@code --horizontal-pod-autoscaler-downscale-stabilization}, which holds without a behaviour. */
    private static final long DEFAULT_WINDOW = 300;

    private final HpaSpec spec;
    private final List<Recommendation> recommendations = new ArrayList<>();
    private final ScaleEvents ups = new ScaleEvents();
    private final ScaleEvents downs = new ScaleEvents();
    private boolean scaledToZero;

    private record Recommendation(long at, int pods) {}

    public Hpa(HpaSpec spec) {
        this.spec = spec;
    }

    /** One that has itself set its target to zero, and may take it up again; a target that others set to 0 stays. */
    public static Hpa thatScaledToZero(HpaSpec spec) {
        Hpa hpa = new Hpa(spec);
        hpa.scaledToZero = true;
        return hpa;
    }

    /**
     * One reconciliation.
     *
     * @param now seconds since some start
     * @return the number that it writes, or the number that was there
     */
    public int sync(long now, Scale scale, List<ExternalMetric> metrics) {
        int current = scale.spec();
        if (recommendations.isEmpty()) {
            recommendations.add(new Recommendation(now, current));
        }
        if (current == 0 && !(spec.min() == 0 && scaledToZero)) {
            return current;
        }
        int desired;
        if (current > spec.max()) {
            desired = spec.max();
        } else if (current < spec.min()) {
            desired = spec.min();
        } else {
            OptionalInt proposed = proposed(scale, metrics);
            if (proposed.isEmpty()) {
                return current;
            }
            desired = spec.behavior().isPresent()
                    ? withBehavior(
                            now, current, proposed.getAsInt(), spec.behavior().get())
                    : withoutBehavior(now, current, proposed.getAsInt());
        }
        if (desired != current && spec.behavior().isPresent()) {
            (desired > current ? ups : downs).add(now, Math.abs(desired - current));
        }
        scaledToZero = desired == 0;
        return desired;
    }

    /** The largest proposal; none where every metric fails, or one does and the others would shrink the target. */
    private OptionalInt proposed(Scale scale, List<ExternalMetric> metrics) {
        double up = tolerance(spec.behavior().map(HpaSpec.Behavior::up));
        double down = tolerance(spec.behavior().map(HpaSpec.Behavior::down));
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

    private static double tolerance(Optional<ScalingRules> rules) {
        return rules.map(ScalingRules::tolerance).orElse(ScalingRules.DEFAULT_TOLERANCE);
    }

    /** The most that was recommended in the window, growing at most twofold or to four. */
    private int withoutBehavior(long now, int current, int proposed) {
        int desired = proposed;
        for (Recommendation old : recommendations) {
            desired = old.at() >= now - DEFAULT_WINDOW ? Math.max(desired, old.pods()) : desired;
        }
        remember(now, proposed, DEFAULT_WINDOW);
        int limit = Math.min(spec.max(), Math.max(2 * current, 4));
        return Math.max(spec.min(), Math.min(limit, desired));
    }

    private int withBehavior(long now, int current, int proposed, HpaSpec.Behavior behavior) {
        int least = proposed;
        int most = proposed;
        for (Recommendation old : recommendations) {
            least = old.at() > now - behavior.up().window() ? Math.min(least, old.pods()) : least;
            most = old.at() > now - behavior.down().window() ? Math.max(most, old.pods()) : most;
        }
        remember(now, proposed, Math.max(behavior.up().window(), behavior.down().window()));
        int stabilized = Math.min(most, Math.max(least, current));
        if (stabilized > current) {
            long allowed = Math.max(current, upLimit(now, current, behavior.up()));
            return (int) Math.min(stabilized, Math.min(spec.max(), allowed));
        }
        if (stabilized < current) {
            long allowed = Math.min(current, downLimit(now, current, behavior.down()));
            return (int) Math.max(stabilized, Math.max(spec.min(), allowed));
        }
        return current;
    }

    private void remember(long now, int proposed, long window) {
        recommendations.removeIf(old -> old.at() < now - window);
        recommendations.add(new Recommendation(now, proposed));
    }

    private long upLimit(long now, int current, ScalingRules rules) {
        if (rules.select() == ScalingRules.Select.DISABLED) {
            return current;
        }
        boolean max = rules.select() == ScalingRules.Select.MAX;
        long limit = max ? Integer.MIN_VALUE : Integer.MAX_VALUE;
        for (ScalingRules.Policy policy : rules.policies()) {
            long start = atStartOf(policy, now, current);
            long allowed = policy.percent()
                    ? (long) Math.ceil(start * (1 + policy.amount() / 100.0))
                    : start + policy.amount();
            limit = max ? Math.max(limit, allowed) : Math.min(limit, allowed);
        }
        return limit;
    }

    private long downLimit(long now, int current, ScalingRules rules) {
        if (rules.select() == ScalingRules.Select.DISABLED) {
            return current;
        }
        boolean max = rules.select() == ScalingRules.Select.MAX;
        long limit = max ? Integer.MAX_VALUE : Integer.MIN_VALUE;
        for (ScalingRules.Policy policy : rules.policies()) {
            long start = atStartOf(policy, now, current);
            long allowed = policy.percent() ? (long) (start * (1 - policy.amount() / 100.0)) : start - policy.amount();
            limit = max ? Math.min(limit, allowed) : Math.max(limit, allowed);
        }
        return limit;
    }

    /** How many pods there were when the policy's period began. */
    private long atStartOf(ScalingRules.Policy policy, long now, int current) {
        long since = now - policy.period();
        return current - ups.after(since) + downs.after(since);
    }

    /** By how much the target was changed in one direction, and when. */
    private static final class ScaleEvents {

        private static final long LONGEST_PERIOD = 1_800;

        private final List<Recommendation> events = new ArrayList<>();

        void add(long now, int change) {
            events.removeIf(event -> event.at() < now - LONGEST_PERIOD);
            events.add(new Recommendation(now, change));
        }

        long after(long time) {
            return events.stream()
                    .filter(event -> event.at() > time)
                    .mapToLong(Recommendation::pods)
                    .sum();
        }
    }
}
