package dev.sluice.exporter.metrics.family;

/** The Prometheus metric types that the catalog uses. */
public enum MetricType {
    GAUGE,
    COUNTER,
    /** A gauge that is always 1. The labels contain the information. */
    INFO,
    /** The number of values in each bucket of the family, and the total number and the sum of all values. */
    HISTOGRAM
}
