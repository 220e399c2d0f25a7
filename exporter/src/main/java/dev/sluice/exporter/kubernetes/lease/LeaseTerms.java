package dev.sluice.exporter.kubernetes.lease;

import java.time.Duration;

/**
 * The times of an election. No two candidates hold a Lease at the same time, unless one clock runs more than
 * {@code duration / deadline} times as fast as another.
 *
 * @param duration time after a seen change for which nobody else may take the Lease; whole seconds
 * @param deadline time after the last granted renewal request at which the holder stops; shorter than the duration
 * @param renewal time between two renewals
 * @param retry time after a failed request, and between two reads of a Lease that another process holds
 */
public record LeaseTerms(Duration duration, Duration deadline, Duration renewal, Duration retry) {

    /**
     * The gap between deadline and duration is the longest CloudWatch request: a request of the old holder ends before
     * the next holder starts. A takeover may take a minute, because publishes are no more frequent.
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
