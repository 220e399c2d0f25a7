package dev.sluice.exporter.kubernetes.lease;

import java.time.Duration;

/**
 * For how long what holds. As long as no clock runs more than {@code duration / deadline} times as fast as another, no
 * two hold a Lease at the same time.
 *
 * @param duration for how long nobody else may take the Lease after a change that they have seen; whole seconds
 * @param deadline for how long the holder goes on after the request that last renewed it; shorter than the duration
 * @param renewal from one renewal to the next
 * @param retry after a request that failed, and between two looks at a Lease that another holds
 */
public record LeaseTerms(Duration duration, Duration deadline, Duration renewal, Duration retry) {

    /**
     * What lies between deadline and duration is as long as the longest request to CloudWatch: what a holder has begun is
     * over when another can follow. A takeover may take a minute: publishes are no more frequent.
     */
    public static final LeaseTerms PUBLISHER = new LeaseTerms(
            Duration.ofSeconds(60), Duration.ofSeconds(30), Duration.ofSeconds(10), Duration.ofSeconds(5));

    public LeaseTerms {
        if (deadline.compareTo(duration) >= 0 || renewal.compareTo(deadline) >= 0) {
            throw new IllegalArgumentException("expected renewal < deadline < duration");
        }
    }

    int durationSeconds() {
        return (int) duration.toSeconds();
    }
}
