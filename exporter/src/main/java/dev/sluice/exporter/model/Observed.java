package dev.sluice.exporter.model;

import java.time.Instant;

/**
 * A value with the time of its observation.
 *
 * @param at time of the request; the value is at least as new
 */
public record Observed<T>(T value, Instant at) {}
