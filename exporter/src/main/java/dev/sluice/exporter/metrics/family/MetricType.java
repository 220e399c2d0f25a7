package dev.sluice.exporter.metrics.family;

/** The Prometheus types that the catalogue uses. */
public enum MetricType {
    GAUGE,
    COUNTER,
    /** A gauge that is always 1 and whose labels are the message. */
    INFO,
    /** How often values fell into each of the family's buckets, with their number and sum. */
    HISTOGRAM
}
