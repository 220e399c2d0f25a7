package dev.sluice.simulator.kubernetes.hpa;

/** The result of reading a metric. */
public sealed interface MetricReading {

    /**
     * A valid number.
     *
     * @param milli value in thousandths
     */
    record Value(long milli) implements MetricReading {}

    /**
     * A missing number. A missing number never counts as zero.
     *
     * @param message reason for the HPA's condition
     */
    record Failure(String message) implements MetricReading {}
}
