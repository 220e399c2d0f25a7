package dev.sluice.adapter.demand;

/**
 * How reading an exporter failed.
 *
 * @param message for people; does not change while nothing else does
 */
public record Failure(FailureKind kind, String message) {}
