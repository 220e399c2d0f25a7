package dev.sluice.common.hpa;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One metric of type External, and what it says now. Values are thousandths, as Kubernetes computes with them.
 *
 * @param target what the value is held against
 * @param targetMilli the target
 * @param valueMilli the sum of the series; empty where there is none, which is a failure
 */
public record ExternalMetric(Target target, long targetMilli, OptionalLong valueMilli) {

    /** How a value becomes a number of pods. */
    public enum Target {
        /** The value divided by the pods. */
        AVERAGE_VALUE,
        /** The value itself. */
        VALUE
    }

    /** A metric that is itself the number of pods: AverageValue of 1. */
    public static ExternalMetric pods(OptionalLong number) {
        return new ExternalMetric(Target.AVERAGE_VALUE, 1_000, milli(number));
    }

    /** A metric with a threshold, of type Value. */
    public static ExternalMetric threshold(long threshold, OptionalLong value) {
        return new ExternalMetric(Target.VALUE, 1_000 * threshold, milli(value));
    }

    private static OptionalLong milli(OptionalLong value) {
        return value.isPresent() ? OptionalLong.of(1_000 * value.getAsLong()) : OptionalLong.empty();
    }

    /** The number of pods that the metric proposes; empty where it fails. */
    OptionalInt proposal(Scale scale, double toleranceUp, double toleranceDown) {
        if (valueMilli.isEmpty()) {
            return OptionalInt.empty();
        }
        long value = valueMilli.getAsLong();
        return switch (target) {
            case AVERAGE_VALUE -> OptionalInt.of(ofAverage(value, scale, toleranceUp, toleranceDown));
            case VALUE -> ofValue(value, scale, toleranceUp, toleranceDown);
        };
    }

    /**
     * Inside the tolerance the answer is the number of pods that exist, not the desired number (kubernetes issue
     * 138505).
     */
    private int ofAverage(long value, Scale scale, double toleranceUp, double toleranceDown) {
        // Kubernetes takes a sum below zero for an overflow.
        double sum = value < 0 ? Long.MAX_VALUE : value;
        double ratio = sum / ((double) targetMilli * scale.status());
        if (within(ratio, toleranceUp, toleranceDown)) {
            return scale.status();
        }
        return whole(Math.ceil(sum / targetMilli));
    }

    /** Outside the tolerance it is the ready pods that are multiplied, not the desired ones. */
    private OptionalInt ofValue(long value, Scale scale, double toleranceUp, double toleranceDown) {
        double ratio = (double) value / targetMilli;
        if (scale.spec() == 0) {
            return OptionalInt.of(whole(Math.ceil(ratio)));
        }
        if (within(ratio, toleranceUp, toleranceDown)) {
            return OptionalInt.of(scale.spec());
        }
        return scale.status() == 0 ? OptionalInt.empty() : OptionalInt.of(whole(Math.ceil(ratio * scale.ready())));
    }

    private static boolean within(double ratio, double up, double down) {
        return 1 - down <= ratio && ratio <= 1 + up;
    }

    private static int whole(double pods) {
        return (int) Math.min(Integer.MAX_VALUE, pods);
    }
}
