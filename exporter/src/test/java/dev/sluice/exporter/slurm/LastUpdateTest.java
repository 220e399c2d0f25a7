package dev.sluice.exporter.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.slurm.decode.SlurmApiVersion;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LastUpdateTest {

    private static final long CHANGED_AT = 1_795_165_641;

    /**
     * The time is near an overflow. Near an overflow, only the comparison of time differences gives the correct result.
     */
    private final AtomicLong nanoTime =
            new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(30).toNanos());

    private final LastUpdate<String> lastUpdate = new LastUpdate<>(nanoTime::get);

    @Test
    void knowsNothingAtFirst() {
        assertThat(lastUpdate.since(SlurmApiVersion.V0_0_40)).isEmpty();
    }

    @Test
    void remembersForTheSameVersion() {
        lastUpdate.remember(SlurmApiVersion.V0_0_45, CHANGED_AT, List.of());

        assertThat(lastUpdate.since(SlurmApiVersion.V0_0_45)).hasValue(CHANGED_AT);
        assertThat(lastUpdate.since(SlurmApiVersion.V0_0_44)).isEmpty();
    }

    @Test
    void forgets() {
        lastUpdate.remember(SlurmApiVersion.V0_0_45, CHANGED_AT, List.of());

        lastUpdate.forget();

        assertThat(lastUpdate.since(SlurmApiVersion.V0_0_45)).isEmpty();
    }

    @Test
    void forgetsWhereTheServerNamesNoTime() {
        lastUpdate.remember(SlurmApiVersion.V0_0_45, CHANGED_AT, List.of());
        lastUpdate.remember(SlurmApiVersion.V0_0_45, 0, List.of());

        assertThat(lastUpdate.since(SlurmApiVersion.V0_0_45)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, 59", "5, 55", "15, 45", "20, 40", "29, 29", "30, 30", "31, 0", "40, 0", "59, 0"})
    void listsAreReadInFullOnceAMinuteWhateverTheInterval(long interval, long newestChangesOnly) {
        lastUpdate.remember(SlurmApiVersion.V0_0_45, CHANGED_AT, List.of());

        long seconds = 0;
        do {
            seconds += interval;
            nanoTime.addAndGet(Duration.ofSeconds(interval).toNanos());
        } while (lastUpdate.since(SlurmApiVersion.V0_0_45).isPresent());

        assertThat(seconds).as("the first full read").isLessThanOrEqualTo(60);
        assertThat(seconds - interval).as("the last request for changes only").isEqualTo(newestChangesOnly);
    }
}
