package dev.sluice.exporter.model.kubernetes;

/** What decides how many pods a NodeSet has. */
public enum ScalingMode {
    /** Its number of replicas. */
    STATEFUL_SET,
    /** The number of Kubernetes nodes that it selects; replicas are ignored or are a cap. */
    DAEMON_SET
}
