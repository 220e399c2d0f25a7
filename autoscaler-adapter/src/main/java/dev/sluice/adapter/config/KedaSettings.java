package dev.sluice.adapter.config;

/**
 * Where KEDA's external scaler is served.
 *
 * @param port 0 for a free one
 * @param tls whether with the certificate of the Kubernetes API; else in plain text
 */
public record KedaSettings(int port, boolean tls) {}
