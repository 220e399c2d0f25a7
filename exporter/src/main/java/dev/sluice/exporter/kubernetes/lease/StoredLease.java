package dev.sluice.exporter.kubernetes.lease;

/**
 * A Lease as stored by the API server.
 *
 * @param version resource version, required for a write
 * @param record spec of the Lease
 */
public record StoredLease(String version, LeaseRecord record) {}
