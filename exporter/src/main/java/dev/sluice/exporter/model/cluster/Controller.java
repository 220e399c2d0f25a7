package dev.sluice.exporter.model.cluster;

/**
 * One slurmctld, as reported by slurmrestd's ping.
 *
 * @param role {@code primary} or {@code backup}
 * @param up whether this slurmctld responded
 */
public record Controller(String host, String role, boolean up) {}
