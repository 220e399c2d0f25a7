package dev.sluice.exporter.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.publish.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code sluice_source_up} and the age of a source whose data may be 90 s old. */
class SourceUpTest {

    private static final Instant OBSERVED = Instant.parse("2026-11-20T12:00:00Z");
    private static final SourceStatus WAITING = SourceStatus.waiting(
            "alpha", "jobs", new SourceStatus.Pace(Duration.ofSeconds(15), Duration.ofSeconds(90)));
    private static final SourceStatus ANSWERED =
            WAITING.answered(OBSERVED, SourceStatus.Answer.NONE, Duration.ofMillis(70));

    /** A hanging request has not failed yet, but the data of the source is no longer available. */
    @ParameterizedTest
    @CsvSource({"0, 1", "89, 1", "90, 0", "91, 0", "3600, 0"})
    void isDownOnceTheDataIsTooOldToBeServed(long age, double up) {
        assertThat(up(ANSWERED, OBSERVED.plusSeconds(age))).containsExactly(up);
    }

    @Test
    void isDownWhileTheNewestPollHasFailedAndOlderDataIsServed() {
        SourceStatus failed =
                ANSWERED.failed(FailureKind.TIMEOUT, "30 s", OBSERVED.plusSeconds(15), Duration.ofSeconds(30));

        assertThat(up(failed, OBSERVED.plusSeconds(46))).containsExactly(0.0);
    }

    @Test
    void isDownBeforeTheFirstAnswer() {
        assertThat(up(WAITING, OBSERVED)).containsExactly(0.0);
    }

    @Test
    void isNotThereWhereTheClusterDoesNotHaveTheSource() {
        assertThat(up(ANSWERED.missing("no slurmdbd", Duration.ZERO), OBSERVED)).isEmpty();
    }

    /** Clocks differ. By the exporter's clock, the time of a watch event can be slightly in the future. */
    @ParameterizedTest
    @CsvSource({"-3600, 0", "-1, 0", "0, 0", "7, 7"})
    void isNeverOfNegativeAge(long age, double shown) {
        assertThat(samples("sluice_source_age_seconds", ANSWERED, OBSERVED.plusSeconds(age)))
                .containsExactly(shown);
    }

    private static List<Double> up(SourceStatus source, Instant now) {
        return samples("sluice_source_up", source, now);
    }

    private static List<Double> samples(String name, SourceStatus source, Instant now) {
        SelfMetrics.ProcessState process =
                new SelfMetrics.ProcessState("0.1.0", "17", Duration.ZERO, Optional.empty(), 0, 0, OBSERVED, 0);
        SelfMetrics self = new SelfMetrics(now, List.of(source), Map.of(), Map.of(), List.of(), process);
        return Sample.of(SelfMetrics.SECTION.batch(self), name).stream()
                .map(Sample::value)
                .toList();
    }
}
