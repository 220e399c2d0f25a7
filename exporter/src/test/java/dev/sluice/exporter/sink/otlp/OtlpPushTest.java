package dev.sluice.exporter.sink.otlp;

import static dev.sluice.exporter.config.Loaded.changed;
import static dev.sluice.exporter.sink.otlp.Pushing.NOW;
import static dev.sluice.exporter.sink.otlp.Pushing.STARTED;
import static dev.sluice.exporter.sink.otlp.Pushing.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.exporter.metrics.Publications;
import dev.sluice.exporter.metrics.Publications.Publication;
import dev.sluice.exporter.metrics.PushMetrics.Otlp.PushOutcome;
import dev.sluice.exporter.sink.prometheus.ParsedExposition;
import dev.sluice.exporter.sink.prometheus.ParsedExposition.Series;
import dev.sluice.exporter.sink.prometheus.PrometheusSink;
import dev.sluice.exporter.sink.prometheus.SampleFamilies;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class OtlpPushTest {

    @Test
    void sendsOverHttpWhatPrometheusWouldScrape() {
        try (var receiver = HttpReceiver.start();
                var pushing =
                        Pushing.start(changed(Pushing.to(receiver.port()), "maxPoints", 99), EveryFamily.batch())) {
            eventually(() -> assertThat(receiver.series()).isEqualTo(scraped(EveryFamily.batch())));

            assertThat(receiver.series())
                    .hasSizeGreaterThan(2 * MetricCatalog.families().size());
            assertThat(receiver.requests())
                    .allSatisfy(request ->
                            assertThat(ReceivedSeries.points(request)).isLessThanOrEqualTo(99));
            assertThat(pushing.requests(PushOutcome.FAILED)).isZero();
        }
    }

    @Test
    void wrapsRequestsAsTheSpecificationSays() {
        try (var receiver = HttpReceiver.start();
                var pushing = Pushing.start(Pushing.to(receiver.port()), EveryFamily.batch())) {
            eventually(() -> assertThat(pushing.requests(PushOutcome.OK)).isPositive());

            Received request = receiver.requests().get(0);
            assertThat(request.path()).isEqualTo("/v1/metrics");
            assertThat(request.header("content-type")).isEqualTo("application/x-protobuf");
            assertThat(request.header("content-encoding")).isEqualTo("gzip");
            assertThat(request.header("x-scope-orgid")).isEqualTo("slurm");
            assertThat(request.sent().length).isLessThan(request.message().length / 4);
            ResourceMetrics resource = request.metrics().getResourceMetrics(0);
            assertThat(request.metrics().getResourceMetricsCount()).isEqualTo(1);
            assertThat(resource.getResource().getAttributesList())
                    .extracting(attribute ->
                            attribute.getKey() + "=" + attribute.getValue().getStringValue())
                    .containsExactlyInAnyOrder(
                            "service.name=sluice", "service.version=1.2.3", "service.instance.id=pod-1");
            assertThat(resource.getScopeMetrics(0).getScope().getVersion()).isEqualTo("1.2.3");
        }
    }

    @Test
    void saysHonestlySinceWhenSomethingCounts() {
        try (var receiver = HttpReceiver.start();
                var pushing = Pushing.start(Pushing.to(receiver.port()), EveryFamily.batch())) {
            eventually(() -> assertThat(pushing.requests(PushOutcome.OK)).isPositive());

            Map<String, Metric> metrics = ReceivedSeries.metrics(
                            receiver.requests().subList(0, 1))
                    .collect(Collectors.toMap(Metric::getName, Function.identity()));
            for (MetricFamily family : MetricCatalog.families()) {
                Metric metric = Objects.requireNonNull(metrics.get(family.name()));
                assertThat(metric.getDescription()).isEqualTo(family.help());
                switch (family.type()) {
                    case GAUGE, INFO ->
                        assertThat(metric.getGauge().getDataPointsList())
                                .extracting(NumberDataPoint::getStartTimeUnixNano, NumberDataPoint::getTimeUnixNano)
                                .containsOnly(tuple(0L, nanos(NOW)));
                    case COUNTER -> {
                        assertThat(metric.getSum().getIsMonotonic()).isTrue();
                        assertThat(metric.getSum().getAggregationTemporality())
                                .isEqualTo(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE);
                        // The counters that metrics.usageDirectory keeps have no start time.
                        boolean kept = family.name()
                                .matches("slurm_(account|user)_(.*_seconds|cost)_total"
                                        + "|slurm_(cluster|capacity|job|job_ended)_gpu_seconds_total");
                        assertThat(metric.getSum().getDataPointsList())
                                .extracting(NumberDataPoint::getStartTimeUnixNano)
                                .containsOnly(kept ? 0 : nanos(STARTED));
                    }
                    case HISTOGRAM -> {
                        assertThat(metric.getHistogram().getAggregationTemporality())
                                .isEqualTo(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE);
                        assertThat(metric.getHistogram().getDataPointsList())
                                .extracting(
                                        HistogramDataPoint::getStartTimeUnixNano,
                                        point -> point.hasMin() || point.hasMax())
                                .containsOnly(tuple(nanos(STARTED), false));
                    }
                }
                assertThat(metric.getUnit())
                        .isEqualTo(Map.of("seconds", "s", "bytes", "By").getOrDefault(family.unit(), ""));
            }
        }
    }

    private static Map<Series, Double> scraped(MetricBatch batch) {
        var publications = new Publications(Pushing.TIME.clock());
        publications.add(new Publication("alpha", "jobs", batch, NOW.plusSeconds(60)));
        Map<Series, Double> series = new HashMap<>();
        ParsedExposition.parse(SampleFamilies.text(new PrometheusSink(MetricCatalog.families(), publications)))
                .families()
                .values()
                .forEach(family -> series.putAll(family.samples()));
        return series;
    }

    private static long nanos(Instant instant) {
        return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
    }
}
