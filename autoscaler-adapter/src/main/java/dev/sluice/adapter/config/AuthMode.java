package dev.sluice.adapter.config;

/** Who may ask. */
public enum AuthMode {
    /** Whom the Kubernetes API server knows, and allows it. */
    KUBERNETES,
    /** Admits every client that reaches the port. */
    OFF
}
