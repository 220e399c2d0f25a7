package dev.sluice.exporter.derive.life;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the table with a map after each random step, for several seeds. */
@Tag("slow")
class LiveJobsTest {

    private final LiveJobs jobs = new LiveJobs();
    private final Map<Long, LiveJob> expected = new HashMap<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void holdsWhatAMapHolds(long seed) {
        Random random = new Random(seed);
        for (int step = 0; step < 60; step++) {
            for (int i = 0; i < 50; i++) {
                put(random.nextInt(2_000) * (random.nextBoolean() ? 1L : 1L << 32), step, random);
            }
            if (step % 7 == 0) {
                retainSeenSince(step - random.nextInt(4));
            }
            assertHoldsExpected();
        }
        retainSeenSince(60);
        assertHoldsExpected();
    }

    private void put(long id, long seenAt, Random random) {
        LiveJob job = LiveJob.of(QueueRecord.pending(id, random.nextLong()).job(), random.nextLong(), random.nextInt());
        job.seenAt(seenAt);
        job.phase(random.nextBoolean() ? LiveJob.Phase.STARTED : LiveJob.Phase.REQUEUED);
        jobs.put(job);
        expected.put(id, job);
    }

    private void retainSeenSince(long at) {
        jobs.retainSeenSince(at);
        expected.values().removeIf(job -> job.seenAt() < at);
    }

    private void assertHoldsExpected() {
        assertThat(jobs.size()).isEqualTo(expected.size());
        for (long id = 0; id < 2_000; id++) {
            assertSame(id);
            assertSame(id << 32);
        }
    }

    private void assertSame(long id) {
        assertThat(jobs.get(id)).usingRecursiveComparison().isEqualTo(Optional.ofNullable(expected.get(id)));
    }
}
