package dev.sluice.exporter.kubernetes;

import java.time.Duration;

/**
 * The times of an election. Two candidates never hold a Lease at the same time, unless the clock of one candidate runs
 * more than {@code duration / deadline} times as fast as the clock of the other candidate.
 *
 * @param duration time after a seen change during which no other process may take the Lease; in whole seconds
 * @param deadline time from the last granted renewal request until the holder stops; shorter than the duration
 * @param renewal time between two renewals, and between two reads of a Lease that another process holds
 */
public record LeaseTerms(Duration duration, Duration deadline, Duration renewal) {

    /**
     * The difference between duration and deadline is the maximum time of a CloudWatch request. Therefore, a request of
     * the old holder ends before the next holder starts. A takeover may take a minute, because the publisher publishes
     * at most once per minute.
     */
    public static final LeaseTerms PUBLISHER =
            new LeaseTerms(Duration.ofSeconds(60), Duration.ofSeconds(30), Duration.ofSeconds(10));

    public LeaseTerms {
        if (deadline.compareTo(duration) >= 0 || renewal.compareTo(deadline) >= 0) {
            throw new IllegalArgumentException("expected renewal < deadline < duration");
        }
    }
}
