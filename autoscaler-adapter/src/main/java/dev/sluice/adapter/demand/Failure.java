package dev.sluice.adapter.demand;

/**
 * The failure of a request to an exporter.
 *
 * @param message readable message, the same for the same failure
 */
public record Failure(FailureKind kind, String message) {}
