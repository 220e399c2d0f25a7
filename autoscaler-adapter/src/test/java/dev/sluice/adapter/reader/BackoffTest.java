package dev.sluice.adapter.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {

    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofSeconds(30);

    @Test
    void pausesGrowWhileItFailsAndNeverEnd() {
        Backoff backoff = new Backoff(INTERVAL, LONGEST, () -> 0.5);

        assertThat(backoff.afterFailure()).isEqualTo(Duration.ofMillis(3750));
        assertThat(backoff.afterFailure()).isEqualTo(Duration.ofMillis(7500));
        assertThat(backoff.afterFailure()).isEqualTo(Duration.ofSeconds(15));
        for (int i = 0; i < 100; i++) {
            assertThat(backoff.afterFailure()).isEqualTo(Duration.ofMillis(22_500));
        }
        assertThat(backoff.afterSuccess()).isEqualTo(Duration.ofMillis(4750));
        assertThat(backoff.afterFailure()).isEqualTo(Duration.ofMillis(3750));
    }

    @Test
    void chanceShortensAPauseWithinLimits() {
        assertThat(new Backoff(INTERVAL, LONGEST, () -> 0).afterSuccess()).isEqualTo(Duration.ofMillis(4500));
        assertThat(new Backoff(INTERVAL, LONGEST, () -> 0).afterFailure()).isEqualTo(Duration.ofMillis(2500));
        assertThat(new Backoff(INTERVAL, LONGEST, () -> 0.999).afterSuccess())
                .isBetween(Duration.ofMillis(4990), INTERVAL);
    }

    @Test
    void isNeverShorterThanTheIntervalAllows() {
        Duration minute = Duration.ofMinutes(1);

        assertThat(new Backoff(minute, LONGEST, () -> 0.5).afterFailure()).isEqualTo(Duration.ofSeconds(45));
    }
}
