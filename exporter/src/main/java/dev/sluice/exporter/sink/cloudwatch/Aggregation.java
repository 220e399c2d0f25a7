package dev.sluice.exporter.sink.cloudwatch;

/** Combines the samples of one dimension set into one value. Counters and histograms are always summed. */
public enum Aggregation {
    SUM,
    MAX,
    MIN,
    AVERAGE,
    /** The value is 1 if a sample exists, regardless of the sample's value. */
    PRESENT
}
