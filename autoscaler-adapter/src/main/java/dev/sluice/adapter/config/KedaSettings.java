package dev.sluice.adapter.config;

/**
 * The settings of KEDA's external scaler.
 *
 * @param port port; 0 for a free port
 * @param tls true for TLS with the certificate of the Kubernetes API; false for plain text
 */
public record KedaSettings(int port, boolean tls) {}
