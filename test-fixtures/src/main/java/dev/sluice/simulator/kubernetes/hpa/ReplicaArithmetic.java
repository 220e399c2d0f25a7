package dev.sluice.simulator.kubernetes.hpa;

import java.util.List;
import java.util.OptionalInt;

/**
 * The sums of the HPA's replica calculator, for external metrics. Metrics and targets are in thousandths. See
 * pkg/controller/podautoscaler/replica_calculator.go of Kubernetes 1.36.
 */
public final class ReplicaArithmetic {
    private ReplicaArithmetic() {}

    /**
     * How far the metric may be off before anything is done.
     *
     * @param up share above the target
     * @param down share below the target
     */
    public record Tolerance(double up, double down) {
        /** The cluster's default, 10 % both ways. */
        public static final Tolerance DEFAULT = new Tolerance(0.1, 0.1);

        boolean covers(double ratio) {
            return 1.0 - down <= ratio && ratio <= 1.0 + up;
        }
    }

    /**
     * Target type AverageValue. Within the tolerance the answer is the replicas of the status, which may differ from
     * those of the spec (kubernetes issue 138505).
     */
    public static int averageValue(long metric, long target, int statusReplicas, Tolerance tolerance) {
        // A sum below zero is taken for an overflow.
        double sum = metric < 0 ? Long.MAX_VALUE : metric;
        double ratio = sum / ((double) target * statusReplicas);
        return tolerance.covers(ratio) ? statusReplicas : capped(Math.ceil(sum / target));
    }

    /** Target type Value, which multiplies with the pods that are ready. */
    public static int value(long metric, long target, int specReplicas, int readyPods, Tolerance tolerance) {
        double ratio = (double) metric / target;
        if (specReplicas == 0) {
            return capped(Math.ceil(ratio));
        }
        return tolerance.covers(ratio) ? specReplicas : capped(Math.ceil(ratio * readyPods));
    }

    /** The average that the status shows: without replicas the smallest number there is. */
    public static long shownAverage(long metric, int statusReplicas) {
        return statusReplicas == 0 ? Long.MIN_VALUE : (long) Math.ceil((double) metric / statusReplicas);
    }

    /** Of several metrics the largest proposal wins; one that fails (empty) forbids going down, all failing anything. */
    public static OptionalInt largest(List<OptionalInt> proposals, int specReplicas) {
        OptionalInt largest =
                proposals.stream().flatMapToInt(OptionalInt::stream).max();
        boolean failing = proposals.stream().anyMatch(OptionalInt::isEmpty);
        boolean down = largest.isPresent() && largest.getAsInt() < specReplicas;
        return failing && down ? OptionalInt.empty() : largest;
    }

    private static int capped(double replicas) {
        return (int) Math.min(Integer.MAX_VALUE, replicas);
    }
}
