package dev.sluice.exporter.sink.cloudwatch.rollup;

/** How the samples that share a dimension set become one value. Counters and histograms are always summed. */
public enum Aggregation {
    SUM,
    MAX,
    MIN,
    AVERAGE,
    /** 1 where there is a sample, whatever it says. */
    PRESENT
}
