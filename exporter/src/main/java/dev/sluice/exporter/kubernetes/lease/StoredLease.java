package dev.sluice.exporter.kubernetes.lease;

/**
 * A Lease as the API server has it.
 *
 * @param version its resource version, which a write must name
 * @param record what it says
 */
public record StoredLease(String version, LeaseRecord record) {}
