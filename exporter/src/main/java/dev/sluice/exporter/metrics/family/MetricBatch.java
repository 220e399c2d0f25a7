package dev.sluice.exporter.metrics.family;

/** The metrics of one instant. Immutable: every visit returns the same samples in the same order. */
@FunctionalInterface
public interface MetricBatch {

    void forEach(MetricVisitor visitor);
}
