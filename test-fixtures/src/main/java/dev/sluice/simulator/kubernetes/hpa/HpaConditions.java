package dev.sluice.simulator.kubernetes.hpa;

import dev.sluice.lab.hpa.Decision;
import dev.sluice.lab.hpa.Scale;
import java.util.ArrayList;
import java.util.List;

/** The conditions in an HPA's status, with the texts of Kubernetes 1.36's controller. */
public final class HpaConditions {
    /** The name of the metric of all HPAs on NodeSets. */
    public static final String METRIC = "slurm_nodeset_desired_replicas";

    private final String selector;
    private final String target;

    /** A condition of the HPA's status. */
    public record Condition(String type, boolean status, String reason, String message) {}

    /** Creates the conditions for the HPA of a NodeSet. */
    public HpaConditions(String namespace, String nodeSet) {
        this.selector = "&LabelSelector{MatchLabels:map[string]string{nodeset: " + nodeSet
                + ",},MatchExpressions:[]LabelSelectorRequirement{},}";
        this.target = namespace + "/" + METRIC + "/" + selector;
    }

    /**
     * Returns the conditions after a reconciliation, in the order in which they are set. A later condition replaces an
     * earlier condition of the same type.
     */
    public List<Condition> of(Decision decision, Scale scale, MetricReading reading) {
        List<Condition> conditions = new ArrayList<>();
        conditions.add(able("SucceededGetScale", "the HPA controller was able to get the target's current scale"));
        switch (decision.basis()) {
            case SCALING_DISABLED ->
                conditions.add(active(
                        false, "ScalingDisabled", "scaling is disabled since the replica count of the target is zero"));
            case METRICS_FAILED -> {
                String why = reading instanceof MetricReading.Failure failure ? failure.message() : "no value";
                String message = "the HPA was unable to compute the replica count: unable to get external metric "
                        + target + ": unable to fetch metrics from external metrics API: " + why;
                conditions.add(active(false, "FailedGetExternalMetric", message));
            }
            case METRICS -> {
                String message = "the HPA was able to successfully calculate a replica count from external metric "
                        + METRIC + "(" + selector + ")";
                conditions.add(active(true, "ValidMetricFound", message));
                conditions.add(stabilization(decision, scale));
                conditions.add(limit(decision));
            }
            case OUT_OF_RANGE -> {}
        }
        if (decision.replicas() != scale.spec()) {
            boolean zero = decision.replicas() == 0;
            conditions.add(able(
                    "SucceededRescale",
                    "the HPA controller was able to update the target scale to " + decision.replicas()));
            String message = "the HPA controller " + (zero ? "scaled" : "did not scale") + " the workload to zero";
            conditions.add(new Condition("ScaledToZero", zero, zero ? "ScaledToZero" : "NotScaledToZero", message));
        }
        return List.copyOf(conditions);
    }

    private static Condition able(String reason, String message) {
        return new Condition("AbleToScale", true, reason, message);
    }

    private static Condition active(boolean status, String reason, String message) {
        return new Condition("ScalingActive", status, reason, message);
    }

    private static Condition stabilization(Decision decision, Scale scale) {
        if (decision.stabilized() == decision.proposed()) {
            return able("ReadyForNewScale", "recommended size matches current size");
        }
        boolean up = decision.proposed() >= scale.spec();
        String message = up
                ? "recent recommendations were lower than current one, applying the lowest recent recommendation"
                : "recent recommendations were higher than current one, applying the highest recent recommendation";
        return able(up ? "ScaleUpStabilized" : "ScaleDownStabilized", message);
    }

    private static Condition limit(Decision decision) {
        String is = "the desired replica count is ";
        return switch (decision.limit()) {
            case NONE -> limit(false, "DesiredWithinRange", "the desired count is within the acceptable range");
            case SCALE_UP_RATE -> limit(true, "ScaleUpLimit", is + "increasing faster than the maximum scale rate");
            case MAX_REPLICAS -> limit(true, "TooManyReplicas", is + "more than the maximum replica count");
            case MIN_REPLICAS -> limit(true, "TooFewReplicas", is + "less than the minimum replica count");
        };
    }

    private static Condition limit(boolean limited, String reason, String message) {
        return new Condition("ScalingLimited", limited, reason, message);
    }
}
