package dev.sluice.exporter.metrics.family;

/** The Prometheus types in the catalog. */
public enum MetricType {
    GAUGE,
    COUNTER,
    /** A gauge that is always 1, with its information in labels. */
    INFO,
    /** The number of values in each of the family's buckets, with their total number and sum. */
    HISTOGRAM
}
