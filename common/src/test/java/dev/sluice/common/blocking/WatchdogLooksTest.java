package dev.sluice.common.blocking;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests the watchdog with a loop that the test runs step by step. */
class WatchdogLooksTest {

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final AtomicInteger ended = new AtomicInteger();
    private final Watchdog watchdog =
            new Watchdog(tasks::add, Duration.ofSeconds(1), 3, stopped -> ended.incrementAndGet());

    private void look(int times) {
        for (int i = 0; i < times; i++) {
            watchdog.look();
        }
    }

    @Test
    void endsTheProcessWhereTheLoopStandsStill() {
        look(3);
        assertThat(ended).hasValue(0);
        look(1);
        assertThat(ended).hasValue(1);
        look(5);
        assertThat(ended).as("once").hasValue(1);
    }

    @Test
    void letsALoopBeThatIsOnlySlow() {
        for (int round = 0; round < 10; round++) {
            look(3);
            tasks.forEach(Runnable::run);
            assertThat(tasks).as("asked once while it has not answered").hasSize(1);
            tasks.clear();
        }
        assertThat(ended).hasValue(0);
    }
}
