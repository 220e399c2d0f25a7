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
     * One metric of type External with its current value. Values are thousandths, as in Kubernetes' own computation.
     *
     * @param target comparison with the target value
     * @param targetMilli target value
     * @param valueMilli sum of the series; empty if the metric has no series, which counts as a failure
     */
    public record ExternalMetric(Target target, long targetMilli, OptionalLong valueMilli) {

        /** The conversion of a value to a number of pods. */
        public enum Target {
            /** The value divided by the number of pods. */
            AVERAGE_VALUE,
            /** The value itself. */
            VALUE
        }

        /** Returns a metric whose value is the number of pods: AverageValue of 1. */
        public static ExternalMetric pods(OptionalLong number) {
            return new ExternalMetric(Target.AVERAGE_VALUE, 1_000, milli(number));
        }

        /** Returns a metric of type Value with a threshold. */
        public static ExternalMetric threshold(long threshold, OptionalLong value) {
            return new ExternalMetric(Target.VALUE, 1_000 * threshold, milli(value));
        }

        private static OptionalLong milli(OptionalLong value) {
            return value.stream().map(number -> 1_000 * number).findFirst();
        }

        /** Returns the number of pods that the metric proposes; empty if the metric fails. */
        OptionalInt proposal(Scale scale, double tolerance) {
            if (valueMilli.isEmpty()) {
                return OptionalInt.empty();
            }
            long value = valueMilli.getAsLong();
            return switch (target) {
                case AVERAGE_VALUE -> OptionalInt.of(ofAverage(value, scale, tolerance));
                case VALUE -> ofValue(value, scale, tolerance);
            };
        }

        /**
         * Within the tolerance, the result is the number of existing pods, not the number of desired pods (kubernetes
         * issue 138505).
         */
        private int ofAverage(long value, Scale scale, double tolerance) {
            // Kubernetes treats a sum below zero as an overflow.
            double sum = value < 0 ? Long.MAX_VALUE : value;
            double ratio = sum / ((double) targetMilli * scale.status());
            if (within(ratio, tolerance)) {
                return scale.status();
            }
            return whole(Math.ceil(sum / targetMilli));
        }

        /** Outside the tolerance, multiplies the ratio by the number of ready pods, not of desired pods. */
        private OptionalInt ofValue(long value, Scale scale, double tolerance) {
            double ratio = (double) value / targetMilli;
            if (scale.spec() == 0) {
                return OptionalInt.of(whole(Math.ceil(ratio)));
            }
            if (within(ratio, tolerance)) {
                return OptionalInt.of(scale.spec());
            }
            return scale.status() == 0 ? OptionalInt.empty() : OptionalInt.of(whole(Math.ceil(ratio * scale.ready())));
        }

        private static boolean within(double ratio, double tolerance) {
            return 1 - tolerance <= ratio && ratio <= 1 + tolerance;
        }

        private static int whole(double pods) {
            return (int) Math.min(Integer.MAX_VALUE, pods);
        }
    }

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
