package dev.sluice.adapter.demand;

/**
 * The failure of a request to an exporter.
 *
 * @param message readable message; the same failure always has the same message
 */
public record Failure(FailureKind kind, String message) {}
