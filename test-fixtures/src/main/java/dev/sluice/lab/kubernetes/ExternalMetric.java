package dev.sluice.lab.kubernetes;

import dev.sluice.lab.kubernetes.Hpa.Scale;
import java.util.OptionalInt;
import java.util.OptionalLong;

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
     * Within the tolerance, the result is the number of existing pods, not the number of desired pods (kubernetes issue
     * 138505).
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

    /** Outside the tolerance, multiplies the ratio by the number of ready pods, not by the number of desired pods. */
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
