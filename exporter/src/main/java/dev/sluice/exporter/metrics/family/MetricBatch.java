package dev.sluice.exporter.metrics.family;

/** The metrics of one instant. Immutable: each visit returns identical samples in an identical order. */
@FunctionalInterface
public interface MetricBatch {

    void forEach(MetricVisitor visitor);
}
