package dev.sluice.exporter.model;

import java.time.Instant;

/**
 * A value with the time at which it was true.
 *
 * @param value the value
 * @param at when the source was asked: the answer is at least as new as that
 */
public record Observed<T>(T value, Instant at) {}
