package dev.sluice.simulator.kubernetes.hpa;

/** What came of asking for a metric. */
public sealed interface MetricReading {

    /**
     * A number that can be used.
     *
     * @param milli in thousandths
     */
    record Value(long milli) implements MetricReading {}

    /**
     * No number, which is never a zero.
     *
     * @param message why, as the HPA's condition will have it
     */
    record Failure(String message) implements MetricReading {}
}
