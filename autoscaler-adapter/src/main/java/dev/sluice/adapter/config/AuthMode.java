package dev.sluice.adapter.config;

/** Who may ask. */
public enum AuthMode {
    /** Whom the Kubernetes API server knows, and allows it. */
    KUBERNETES,
    /** Everybody who can reach the port. */
    OFF
}
