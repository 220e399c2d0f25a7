package dev.sluice.exporter.model;

import java.time.Instant;

/**
 * A value with the time of its observation.
 *
 * @param at time of the request by the steady clock, for ages and sums over time; the value is at least as new
 * @param wall the same time by the wall clock, to compare with times of Slurm
 */
public record Observed<T>(T value, Instant at, Instant wall) {

    /** Creates a value that was observed while both clocks showed the same time. */
    public Observed(T value, Instant at) {
        this(value, at, at);
    }

    /** Returns another value of the same observation. */
    public <U> Observed<U> with(U other) {
        return new Observed<>(other, at, wall);
    }
}
