package dev.sluice.exporter.sink.prometheus;

import static dev.sluice.exporter.sink.prometheus.SampleFamilies.BUCKETS;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.JOBS;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.NOON;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.NOTHING;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.WAIT;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.gunzip;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.publication;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.MetricVisitor;
import dev.sluice.exporter.metrics.Publications;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.fixtures.SettableClock;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramExpositionTest {

    private static final Histogram WAITS =
            Histogram.empty(BUCKETS).plus(0.25).plus(60).plus(61.5);

    private final Publications publications = new Publications(new SettableClock(NOON));
    private final PrometheusSink sink = new PrometheusSink(List.of(JOBS, WAIT), publications);

    private static MetricBatch waits(String qos) {
        return visitor -> visitor.histogram(WAIT, WAITS, "research", qos);
    }

    private String scrape(ExpositionFormat format, String... names) {
        return gunzip(sink.gzip(format, Set.of(names), () -> NOTHING));
    }

    @Test
    void hasItsBucketsThenItsSumAndItsCount() {
        publications.add(publication("research", "jobs", waits("normal")));

        assertThat(scrape(ExpositionFormat.TEXT)).isEqualTo("""
                # HELP slurm_job_wait_seconds Waits.
                # TYPE slurm_job_wait_seconds histogram
                slurm_job_wait_seconds_bucket{cluster="research",qos="normal",le="0.5"} 1
                slurm_job_wait_seconds_bucket{cluster="research",qos="normal",le="60.0"} 2
                slurm_job_wait_seconds_bucket{cluster="research",qos="normal",le="+Inf"} 3
                slurm_job_wait_seconds_sum{cluster="research",qos="normal"} 121.75
                slurm_job_wait_seconds_count{cluster="research",qos="normal"} 3
                """);
        assertThat(scrape(ExpositionFormat.OPENMETRICS)).startsWith("""
                # TYPE slurm_job_wait_seconds histogram
                # UNIT slurm_job_wait_seconds seconds
                # HELP slurm_job_wait_seconds Waits.
                slurm_job_wait_seconds_bucket{cluster="research",qos="normal",le="0.5"} 1
                """).endsWith("# EOF\n");
    }

    @Test
    void leavesOutLabelsWithoutAValueButNeverTheBound() {
        publications.add(publication("", "jobs", visitor -> visitor.histogram(WAIT, WAITS, "")));

        assertThat(scrape(ExpositionFormat.TEXT))
                .contains("\nslurm_job_wait_seconds_bucket{le=\"0.5\"} 1\n", "\nslurm_job_wait_seconds_count 3\n");
    }

    @Test
    void countsEveryLineAsASeries() {
        publications.add(publication("research", "jobs", waits("normal")));

        assertThat(publications.seriesOf("research")).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "slurm_job_wait_seconds",
                "slurm_job_wait_seconds_bucket",
                "slurm_job_wait_seconds_sum",
                "slurm_job_wait_seconds_count"
            })
    void isFoundByAnyOfItsNames(String name) {
        publications.add(publication(
                "research",
                "jobs",
                MetricBatch.of(
                        List.of(visitor -> visitor.sample(JOBS, 1, "research", "gpu", "pending"), waits("normal")))));

        assertThat(scrape(ExpositionFormat.TEXT, name))
                .contains("slurm_job_wait_seconds_count")
                .doesNotContain("slurm_queue_jobs");
    }

    @Test
    void isNotFoundByTheNameOfAnother() {
        publications.add(publication("research", "jobs", waits("normal")));

        assertThat(scrape(ExpositionFormat.TEXT, "slurm_queue_jobs_count")).isEmpty();
    }

    @Test
    void visitorOfNumbersRefusesHistogramsByName() {
        MetricVisitor numbersAlone = (family, value, labels) -> {};

        assertThatThrownBy(() -> waits("normal").forEach(numbersAlone))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("slurm_job_wait_seconds");
    }
}
