package dev.sluice.simulator.kubernetes.hpa;

import dev.sluice.simulator.kubernetes.hpa.Decision.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One HPA with one external metric, deciding as the controller of Kubernetes 1.36 does: bounds, tolerance,
 * stabilisation, policies, scaling from and to zero. Its history is in memory, as the controller's. Times are seconds.
 */
public final class Autoscaler {
    /** The metric that all HPAs on NodeSets use. */
    public static final String METRIC = "slurm_nodeset_desired_replicas";

    private record Recommendation(long at, int replicas) {}

    private record Limited(int replicas, Condition condition) {}

    /**
     * What the scale of the target says.
     *
     * @param readyPods only needed for targets of type Value
     */
    public record Scale(int spec, int status, int readyPods) {}

    private final AutoscalerSpec spec;
    private final String selector;
    private final String target;
    private final List<Recommendation> recommendations = new ArrayList<>();
    private final RateLimits rates = new RateLimits();
    private boolean scaledToZero;

    /** An HPA of the NodeSet with that name. */
    public Autoscaler(AutoscalerSpec spec, String namespace, String nodeSet) {
        this.spec = spec;
        this.selector = "&LabelSelector{MatchLabels:map[string]string{nodeset: " + nodeSet
                + ",},MatchExpressions:[]LabelSelectorRequirement{},}";
        this.target = namespace + "/" + METRIC + "/" + selector;
    }

    /** One look, as every 15 seconds. */
    public Decision look(long now, Scale scale, MetricReading reading) {
        List<Condition> conditions = new ArrayList<>();
        conditions.add(new Condition(
                "AbleToScale",
                true,
                "SucceededGetScale",
                "the HPA controller was able to get the target's current scale"));
        // "The first recommendation is seeded with current replicas."
        if (recommendations.isEmpty()) {
            recommendations.add(new Recommendation(now, scale.spec()));
        }
        if (scale.spec() == 0 && (spec.min() != 0 || !scaledToZero)) {
            conditions.add(new Condition(
                    "ScalingActive",
                    false,
                    "ScalingDisabled",
                    "scaling is disabled since the replica count of the target is zero"));
            return new Decision(OptionalInt.empty(), OptionalInt.of(0), OptionalLong.empty(), false, conditions);
        }
        if (scale.spec() > spec.max() || scale.spec() < spec.min()) {
            int bound = scale.spec() > spec.max() ? spec.max() : spec.min();
            return decided(now, scale, bound, OptionalLong.empty(), conditions);
        }
        if (reading instanceof MetricReading.Value value) {
            conditions.add(new Condition(
                    "ScalingActive",
                    true,
                    "ValidMetricFound",
                    "the HPA was able to successfully calculate a replica count from external metric " + METRIC + "("
                            + selector + ")"));
            int normalized = normalized(now, scale.spec(), proposal(scale, value.milli()), conditions);
            long average = ReplicaArithmetic.shownAverage(value.milli(), scale.status());
            return decided(now, scale, normalized, OptionalLong.of(average), conditions);
        }
        String why = ((MetricReading.Failure) reading).message();
        conditions.add(new Condition(
                "ScalingActive",
                false,
                "FailedGetExternalMetric",
                "the HPA was unable to compute the replica count: unable to get external metric " + target
                        + ": unable to fetch metrics from external metrics API: " + why));
        return new Decision(OptionalInt.empty(), OptionalInt.empty(), OptionalLong.empty(), true, conditions);
    }

    private int proposal(Scale scale, long milli) {
        return switch (spec.type()) {
            case AVERAGE_VALUE ->
                ReplicaArithmetic.averageValue(milli, spec.target(), scale.status(), spec.tolerance());
            case VALUE ->
                ReplicaArithmetic.value(milli, spec.target(), scale.spec(), scale.readyPods(), spec.tolerance());
        };
    }

    private Decision decided(long now, Scale scale, int replicas, OptionalLong average, List<Condition> conditions) {
        if (replicas == scale.spec()) {
            return new Decision(OptionalInt.empty(), OptionalInt.of(replicas), average, false, conditions);
        }
        rates.changed(scale.spec(), replicas, now, spec);
        scaledToZero = replicas == 0;
        conditions.add(new Condition(
                "AbleToScale",
                true,
                "SucceededRescale",
                "the HPA controller was able to update the target scale to " + replicas));
        conditions.add(
                scaledToZero
                        ? new Condition(
                                "ScaledToZero", true, "ScaledToZero", "the HPA controller scaled the workload to zero")
                        : new Condition(
                                "ScaledToZero",
                                false,
                                "NotScaledToZero",
                                "the HPA controller did not scale the workload to zero"));
        return new Decision(OptionalInt.of(replicas), OptionalInt.of(replicas), average, false, conditions);
    }

    private int normalized(long now, int current, int proposed, List<Condition> conditions) {
        int stabilized = stabilized(now, current, proposed);
        boolean up = proposed >= current;
        conditions.add(
                stabilized == proposed
                        ? new Condition(
                                "AbleToScale", true, "ReadyForNewScale", "recommended size matches current size")
                        : new Condition(
                                "AbleToScale",
                                true,
                                up ? "ScaleUpStabilized" : "ScaleDownStabilized",
                                up
                                        ? "recent recommendations were lower than current one,"
                                                + " applying the lowest recent recommendation"
                                        : "recent recommendations were higher than current one,"
                                                + " applying the highest recent recommendation"));
        Limited limited = limited(now, current, stabilized);
        conditions.add(limited.condition());
        return limited.replicas();
    }

    /** Up by the lowest recommendation of its window, down by the highest of its own. */
    private int stabilized(long now, int current, int proposed) {
        long upCutoff = now - spec.up().stabilizationSeconds();
        long downCutoff = now - spec.down().stabilizationSeconds();
        int lowest = proposed;
        int highest = proposed;
        for (Recommendation past : recommendations) {
            lowest = past.at() > upCutoff ? Math.min(lowest, past.replicas()) : lowest;
            highest = past.at() > downCutoff ? Math.max(highest, past.replicas()) : highest;
        }
        recommendations.removeIf(past -> past.at() <= upCutoff && past.at() <= downCutoff);
        recommendations.add(new Recommendation(now, proposed));
        return Math.min(Math.max(current, lowest), highest);
    }

    private Limited limited(long now, int current, int wanted) {
        if (wanted > current) {
            int highest = rates.highest(current, spec.up(), now);
            int allowed = Math.min(spec.max(), highest);
            if (wanted > allowed) {
                return spec.max() > highest
                        ? limited(
                                allowed,
                                "ScaleUpLimit",
                                "the desired replica count is increasing faster than the maximum scale rate")
                        : limited(
                                allowed,
                                "TooManyReplicas",
                                "the desired replica count is more than the maximum replica count");
            }
        } else if (wanted < current) {
            int lowest = rates.lowest(current, spec.down(), now);
            int allowed = Math.max(spec.min(), lowest);
            if (wanted < allowed) {
                return spec.min() < lowest
                        ? limited(
                                allowed,
                                "ScaleDownLimit",
                                "the desired replica count is decreasing faster than the maximum scale rate")
                        : limited(
                                allowed,
                                "TooFewReplicas",
                                "the desired replica count is less than the minimum replica count");
            }
        }
        return new Limited(
                wanted,
                new Condition(
                        "ScalingLimited",
                        false,
                        "DesiredWithinRange",
                        "the desired count is within the acceptable range"));
    }

    private static Limited limited(int replicas, String reason, String message) {
        return new Limited(replicas, new Condition("ScalingLimited", true, reason, message));
    }
}
