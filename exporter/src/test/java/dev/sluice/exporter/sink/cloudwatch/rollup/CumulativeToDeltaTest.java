package dev.sluice.exporter.sink.cloudwatch.rollup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.exporter.model.Buckets;
import dev.sluice.exporter.model.Histogram;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CumulativeToDeltaTest {

    private static final SeriesKey KEY = new SeriesKey("starts", List.of(new Dimension("Partition", "gpu")));

    private static final SeriesKey WAIT = new SeriesKey("wait", KEY.dimensions());

    private final CumulativeToDelta deltas = new CumulativeToDelta();

    private double starts(Map<String, Double> totals) {
        Rollup rollup = new Rollup(
                Catalogue.metric("starts", Catalogue.STARTS, Aggregation.SUM),
                KEY,
                new Reading.Totals(new TreeMap<>(totals)));
        return ((Datum.Single) deltas.observe(rollup).orElseThrow().content()).value();
    }

    private Optional<Datum.Several> waits(Histogram histogram) {
        Rollup rollup = new Rollup(
                Catalogue.metric("wait", Catalogue.WAIT, Aggregation.SUM),
                WAIT,
                new Reading.Observations(new TreeMap<>(Map.of("gpu", histogram))));
        return deltas.observe(rollup).map(datum -> (Datum.Several) datum.content());
    }

    @Test
    void reportsWhatWasCountedSinceTheLastTimeThatWasTaken() {
        assertThat(starts(Map.of("gpu", 5.0))).isEqualTo(5);
        deltas.settle(KEY);
        assertThat(starts(Map.of("gpu", 7.0))).isEqualTo(2);
        deltas.settle(KEY);
        assertThat(starts(Map.of("gpu", 7.0))).isZero();
    }

    @Test
    void owesWhatWasNotTaken() {
        assertThat(starts(Map.of("gpu", 5.0))).isEqualTo(5);
        assertThat(starts(Map.of("gpu", 7.0))).isEqualTo(7);
        deltas.settle(KEY);
        assertThat(starts(Map.of("gpu", 8.0))).isEqualTo(1);
    }

    @Test
    void countsOnWhenACounterIsSetBack() {
        assertThat(starts(Map.of("gpu", 5.0))).isEqualTo(5);
        assertThat(starts(Map.of("gpu", 2.0))).isEqualTo(7);
    }

    @Test
    void aCounterThatIsGoneOrSetBackDoesNotHideInTheSum() {
        assertThat(starts(Map.of("a", 100.0, "b", 5.0))).isEqualTo(105);
        deltas.settle(KEY);
        assertThat(starts(Map.of("b", 6.0))).isEqualTo(1);
        deltas.settle(KEY);
        // Series a is back, and its value has risen by one. The counter of series b has restarted.
        assertThat(starts(Map.of("a", 101.0, "b", 1.0))).isEqualTo(2);
    }

    @Test
    void reportsObservationsOnceAndNothingWhereThereWereNone() {
        Histogram one = Histogram.empty(Buckets.JOB_SECONDS).plus(45);
        assertThat(waits(Histogram.empty(Buckets.JOB_SECONDS))).isEmpty();
        assertThat(waits(one)).contains(new Datum.Several(List.of(45.0), List.of(1.0)));
        deltas.settle(WAIT);
        assertThat(waits(one)).isEmpty();
        assertThat(waits(one.plus(50))).contains(new Datum.Several(List.of(50.0), List.of(1.0)));
        // The increase was not settled, so it is still pending, together with the new observations. The sum is 70 s,
        // with one observation in the bucket (10, 30] and one in (30, 60]. Each observation counts as 60 % of the width
        // of its bucket.
        assertThat(waits(one.plus(50).plus(20))).contains(new Datum.Several(List.of(22.0, 48.0), List.of(1.0, 1.0)));
    }

    @Test
    void aDayOfRefusalsLosesNothingAndTakesNoMemory() {
        Random random = new Random(11);
        Histogram all = Histogram.empty(Buckets.JOB_SECONDS);
        double counted = 0;
        int sizeAfterAnHour = 0;
        for (int minute = 0; minute < 24 * 60; minute++) {
            counted += random.nextInt(20);
            all = all.plus(random.nextInt(900_000));
            starts(Map.of("gpu", counted));
            waits(all);
            if (minute == 60) {
                sizeAfterAnHour = deltas.size();
            }
        }

        assertThat(deltas.size()).isEqualTo(sizeAfterAnHour);
        assertThat(starts(Map.of("gpu", counted))).isEqualTo(counted);
    }

    @Test
    void observationsOfADayAreAllThere() {
        Random random = new Random(12);
        Histogram all = Histogram.empty(Buckets.JOB_SECONDS);
        for (int minute = 0; minute < 24 * 60; minute++) {
            all = all.plus(random.nextInt(900_000));
            waits(all);
        }

        Datum.Several owed = waits(all).orElseThrow();
        double sum = 0;
        for (int i = 0; i < owed.values().size(); i++) {
            sum += owed.values().get(i) * owed.counts().get(i);
        }
        assertThat(owed.counts().stream().mapToDouble(Double::doubleValue).sum())
                .isEqualTo(24 * 60);
        assertThat(sum).isCloseTo(all.sum(), within(1e-3));
    }
}
