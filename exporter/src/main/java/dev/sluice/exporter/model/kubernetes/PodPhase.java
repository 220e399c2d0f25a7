package dev.sluice.exporter.model.kubernetes;

/** The phase of a Kubernetes pod. */
public enum PodPhase {
    PENDING,
    RUNNING,
    SUCCEEDED,
    FAILED,
    /** Also if the pod has no phase. */
    UNKNOWN
}
