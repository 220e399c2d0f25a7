package dev.sluice.exporter.derive.life;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the table with a map, step by step, by seed. */
class LiveJobsTest {

    private final LiveJobs jobs = new LiveJobs();
    private final Map<Long, LiveJob> expected = new HashMap<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void holdsWhatAMapHolds(long seed) {
        Random random = new Random(seed);
        for (int step = 0; step < 60; step++) {
            for (int i = 0; i < 50; i++) {
                put(random.nextInt(2_000) * (random.nextBoolean() ? 1L : 1L << 32));
            }
            if (step % 7 == 0) {
                int divisor = 1 + random.nextInt(4);
                retain(job -> job.id() % divisor == 0);
            }
            assertHoldsExpected();
        }
        retain(job -> false);
        assertHoldsExpected();
    }

    private void put(long id) {
        LiveJob job = LiveJob.of(QueueRecord.pending(id, 0).job(), 0, 0);
        jobs.put(job);
        expected.put(id, job);
    }

    private void retain(Predicate<LiveJob> kept) {
        jobs.retain(kept);
        expected.values().removeIf(kept.negate());
    }

    private void assertHoldsExpected() {
        assertThat(jobs.size()).isEqualTo(expected.size());
        for (long id = 0; id < 2_000; id++) {
            assertThat(jobs.get(id)).isSameAs(expected.get(id));
            assertThat(jobs.get(id << 32)).isSameAs(expected.get(id << 32));
        }
    }
}
