package dev.sluice.exporter.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LastUpdateTest {

    private static final long CHANGED_AT = 1_795_165_641;

    /** Near its overflow, where comparisons of times instead of differences go wrong. */
    private final AtomicLong nanoTime =
            new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(30).toNanos());

    private final LastUpdate lastUpdate = new LastUpdate(nanoTime::get);

    @Test
    void knowsNothingAtFirst() {
        assertThat(lastUpdate.since(SlurmApiVersion.V0_0_40)).isEmpty();
    }

    @Test
    void remembersForTheSameVersion() {
        lastUpdate.remember(SlurmApiVersion.V0_0_45, CHANGED_AT);

        assertThat(lastUpdate.since(SlurmApiVersion.V0_0_45)).hasValue(CHANGED_AT);
        assertThat(lastUpdate.since(SlurmApiVersion.V0_0_44)).isEmpty();
    }

    @Test
    void forgets() {
        lastUpdate.remember(SlurmApiVersion.V0_0_45, CHANGED_AT);

        lastUpdate.forget();

        assertThat(lastUpdate.since(SlurmApiVersion.V0_0_45)).isEmpty();
    }

    @Test
    void forgetsWhereTheServerNamesNoTime() {
        lastUpdate.remember(SlurmApiVersion.V0_0_45, CHANGED_AT);
        lastUpdate.remember(SlurmApiVersion.V0_0_45, 0);

        assertThat(lastUpdate.since(SlurmApiVersion.V0_0_45)).isEmpty();
    }

    @Test
    void trustsATimeForLessThanAMinute() {
        lastUpdate.remember(SlurmApiVersion.V0_0_45, CHANGED_AT);

        nanoTime.addAndGet(Duration.ofSeconds(45).toNanos() - 1);
        assertThat(lastUpdate.since(SlurmApiVersion.V0_0_45)).hasValue(CHANGED_AT);

        nanoTime.addAndGet(1);
        assertThat(lastUpdate.since(SlurmApiVersion.V0_0_45)).isEmpty();
    }
}
