package dev.sluice.adapter.config;

/** The authorization of clients. */
public enum AuthMode {
    /** Admits clients that the Kubernetes API server authenticates and authorizes. */
    KUBERNETES,
    /** Admits every client that reaches the port. */
    OFF
}
