package dev.sluice.exporter.model.kubernetes;

/** The phase of a pod, as Kubernetes has it. */
public enum PodPhase {
    PENDING,
    RUNNING,
    SUCCEEDED,
    FAILED,
    /** Also where the pod does not say. */
    UNKNOWN
}
