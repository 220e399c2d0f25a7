package dev.sluice.exporter.model.kubernetes;

/** The phase of a Kubernetes pod. */
public enum PodPhase {
    PENDING,
    RUNNING,
    SUCCEEDED,
    FAILED,
    /** The phase is unknown, or the pod has no phase. */
    UNKNOWN
}
