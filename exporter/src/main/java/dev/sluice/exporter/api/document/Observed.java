package dev.sluice.exporter.api.document;

import java.time.Duration;
import java.time.Instant;

/** The time and age of an observation. */
record Observed(Instant observedAt, Duration ageSeconds) {

    /** The age is never negative. */
    static Observed at(Instant observedAt, Instant now) {
        Duration age = Duration.between(observedAt, now);
        return new Observed(observedAt, age.isNegative() ? Duration.ZERO : age);
    }
}
