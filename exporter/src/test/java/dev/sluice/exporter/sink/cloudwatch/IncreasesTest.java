package dev.sluice.exporter.sink.cloudwatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.sink.cloudwatch.Increases.Datum;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class IncreasesTest {

    private final Increases increases = new Increases();

    private static ReducedMetric rollup(String name, Map<String, double[]> totals) {
        MetricFamily family = MetricCatalog.family(name);
        return new ReducedMetric(
                new DeclaredMetric(name, family, Map.of(), List.of(), Aggregation.SUM, family),
                0,
                new SeriesKey(name, Map.of("Partition", "gpu")),
                0,
                totals);
    }

    private static ReducedMetric starts(Map<String, Double> totals) {
        return rollup(
                "slurm_job_starts_total",
                totals.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, entry -> new double[] {entry.getValue()})));
    }

    private static ReducedMetric waits(Histogram histogram) {
        return rollup("slurm_job_wait_seconds", Map.of("gpu", Increases.values(histogram)));
    }

    private double increase(ReducedMetric rollup) {
        return increases.datum(rollup).orElseThrow().values().get(0);
    }

    @Test
    void countsFromTheLastSettledValue() {
        assertThat(increase(starts(Map.of("gpu", 5.0)))).isEqualTo(5);
        assertThat(increase(starts(Map.of("gpu", 7.0)))).isEqualTo(7);
        increases.settle(starts(Map.of("gpu", 7.0)));
        assertThat(increase(starts(Map.of("gpu", 8.0)))).isEqualTo(1);
        increases.settle(starts(Map.of("gpu", 8.0)));
        assertThat(increase(starts(Map.of("gpu", 8.0)))).isZero();
    }

    @Test
    void theFirstValueOfACounterThatCanBeOlderThanTheProcessIsNoIncrease() {
        // Nothing settles the first value: CloudWatch did not accept it.
        assertThat(Stream.of(500.0, 507.0)
                        .map(cost -> rollup("slurm_account_cost_total", Map.of("physics", new double[] {cost})))
                        .map(this::increase))
                .containsExactly(0.0, 7.0);
    }

    @Test
    void aCounterThatIsGoneOrSetBackDoesNotHideInTheSum() {
        increases.settle(starts(Map.of("a", 100.0, "b", 5.0)));
        assertThat(increase(starts(Map.of("b", 6.0)))).isEqualTo(1);
        increases.settle(starts(Map.of("b", 6.0)));
        // Series a is back, and its value has risen by one. The counter of series b has restarted.
        assertThat(increase(starts(Map.of("a", 101.0, "b", 1.0)))).isEqualTo(2);
    }

    @Test
    void aHistogramHasADatumOnlyForNewValues() {
        Histogram one = Histogram.empty(Histogram.JOB_SECONDS).plus(45);
        assertThat(increases.datum(waits(Histogram.empty(Histogram.JOB_SECONDS))))
                .isEmpty();
        assertThat(increase(waits(one))).isEqualTo(45);
        increases.settle(waits(one));
        assertThat(increases.datum(waits(one))).isEmpty();
        assertThat(increase(waits(one.plus(50)))).isEqualTo(50);
        // The sum is 70 s, with one value in the bucket (10, 30] and one in (30, 60]. Each value counts as 60 % of the
        // width of its bucket.
        Datum two = increases.datum(waits(one.plus(50).plus(20))).orElseThrow();
        assertThat(two.values()).containsExactly(22.0, 48.0);
        assertThat(two.counts()).containsExactly(1.0, 1.0);
    }

    @Test
    void valuesOfBucketsStayInTheBucketsAndKeepTheSum() {
        Random random = new Random(5);
        for (int round = 0; round < 300; round++) {
            Histogram histogram = Histogram.empty(Histogram.JOB_SECONDS);
            int observations = 1 + random.nextInt(30);
            for (int i = 0; i < observations; i++) {
                histogram = histogram.plus(Math.pow(10, random.nextDouble() * 7));
            }

            Optional<Datum> datum = new Increases().datum(waits(histogram));

            double sum = 0;
            Long[] counts = new Long[histogram.counts().size()];
            Arrays.fill(counts, 0L);
            for (int i = 0; i < datum.orElseThrow().values().size(); i++) {
                double value = datum.get().values().get(i);
                sum += value * datum.get().counts().get(i);
                long count = datum.get().counts().get(i).longValue();
                int bucket = (int) Histogram.JOB_SECONDS.stream()
                        .filter(bound -> bound < value)
                        .count();
                counts[bucket] += count;
            }
            assertThat(sum).isCloseTo(histogram.sum(), within(1e-6 * histogram.sum()));
            assertThat(counts).containsExactlyElementsOf(histogram.counts());
            assertThat(datum.get().values()).doesNotHaveDuplicates();
        }
    }
}
