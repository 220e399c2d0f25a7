package dev.sluice.exporter.publish;

import dev.sluice.exporter.derive.QueueCounts;
import dev.sluice.exporter.model.SlurmSource;
import java.time.Duration;
import java.time.Instant;

/**
 * The numbers of jobs by state.
 *
 * @param source source of the numbers
 * @param at time of the observation
 * @param expiresAt time from which the numbers are withdrawn
 */
public record PublishedCounts(SlurmSource source, QueueCounts counts, Instant at, Instant expiresAt) {

    /** Returns the age of the numbers. The age is never negative. */
    public Duration age(Instant now) {
        return at.isAfter(now) ? Duration.ZERO : Duration.between(at, now);
    }

    /** Returns the numbers with the times of another clock. */
    public PublishedCounts shifted(Duration ahead) {
        return new PublishedCounts(source, counts, at.plus(ahead), expiresAt.plus(ahead));
    }
}
