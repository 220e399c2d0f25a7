package dev.sluice.exporter.model.kubernetes;

/** The setting that determines the number of pods of a NodeSet. */
public enum ScalingMode {
    /** The number of replicas. */
    STATEFUL_SET,
    /** The number of selected Kubernetes nodes; the replicas are ignored, or are the maximum. */
    DAEMON_SET
}
