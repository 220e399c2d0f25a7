package dev.sluice.common.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {

    @Test
    void doublesUpToTheLongestAndBeginsAgain() {
        Backoff backoff = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(5), () -> 0.5);
        assertThat(backoff.next()).isEqualTo(Duration.ofMillis(750));
        assertThat(backoff.next()).isEqualTo(Duration.ofMillis(1500));
        assertThat(backoff.next()).isEqualTo(Duration.ofSeconds(3));
        assertThat(backoff.next()).isEqualTo(Duration.ofMillis(3750));
        backoff.reset();
        assertThat(backoff.next()).isEqualTo(Duration.ofMillis(750));
    }

    @Test
    void chanceMakesAPauseAtMostHalfAsShortForever() {
        Backoff backoff = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(60), () -> 0);
        assertThat(backoff.next()).isEqualTo(Duration.ofMillis(500));
        for (int attempt = 0; attempt < 100; attempt++) {
            assertThat(backoff.next()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(30));
        }
    }

    @Test
    void chanceShortensAnIntervalWithinLimits() {
        assertThat(shortened(0)).isEqualTo(Duration.ofMillis(4500));
        assertThat(shortened(0.5)).isEqualTo(Duration.ofMillis(4750));
        assertThat(shortened(0.999)).isBetween(Duration.ofMillis(4990), Duration.ofSeconds(5));
    }

    private static Duration shortened(double random) {
        return new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(5), () -> random)
                .shortened(Duration.ofSeconds(5), 0.9);
    }
}
