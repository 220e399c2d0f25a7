package dev.sluice.exporter.sink.cloudwatch;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.sluice.exporter.RecordedLog;
import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.exporter.metrics.Publications;
import dev.sluice.exporter.metrics.Publications.Publication;
import dev.sluice.exporter.metrics.PushMetrics.CloudWatch.SendOutcome;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.poll.Time;
import dev.sluice.exporter.sink.cloudwatch.CloudWatchPublisher.Result;
import dev.sluice.exporter.sink.cloudwatch.Increases.Datum;
import dev.sluice.fixtures.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CloudWatchPublisherTest {

    private static final Result DENIED = new Result(SendOutcome.UNAUTHORIZED, "403");
    private static final MetricFamily STARTS = MetricCatalog.family("slurm_job_starts_total");
    private static final MetricFamily WAIT = MetricCatalog.family("slurm_job_wait_seconds");
    private static final MetricFamily QUEUE_JOBS = MetricCatalog.family("slurm_queue_jobs");
    private static final MetricFamily REQUESTED_NODES = MetricCatalog.family("slurm_queue_requested_nodes");
    private static final MetricFamily SERIES = MetricCatalog.family("sluice_series");

    private final SettableClock clock = new SettableClock(Instant.parse("2026-11-20T12:00:00Z"));
    private final Publications publications = new Publications(clock);
    private final Map<String, List<Double>> sent = new TreeMap<>();
    private Result answer = Result.ACCEPTED;
    private double waitsSent;

    private CloudWatchPublisher publisher(String key, Object setting) {
        MetricBatch live = visitor -> visitor.sample(SERIES, 77, "alpha");
        return new CloudWatchPublisher(
                Loaded.changed(Loaded.DEFAULTS.cloudWatch(), key, setting),
                publications,
                () -> live,
                new Time(clock, () -> 0));
    }

    private Result take(List<Datum> data, Instant at) {
        assertThat(at).isEqualTo(clock.instant());
        if (answer.outcome() == SendOutcome.ACCEPTED) {
            data.forEach(datum -> sent.put(datum.rollup().key().toString(), datum.values()));
            waitsSent += data.stream()
                    .filter(datum -> datum.rollup()
                            .key()
                            .toString()
                            .equals("job_wait_seconds{SlurmCluster=alpha, Partition=gpu}"))
                    .flatMap(datum -> datum.counts().stream())
                    .mapToDouble(Double::doubleValue)
                    .sum();
        }
        return answer;
    }

    private void jobs(double starts, Histogram waits) {
        publish(visitor -> {
            visitor.sample(QUEUE_JOBS, 3, "alpha", "gpu", "pending");
            visitor.histogram(WAIT, waits, "alpha", "gpu", "normal");
            visitor.sample(STARTS, starts, "alpha", "gpu");
        });
    }

    private void publish(MetricBatch batch) {
        publications.add(new Publication("alpha", "jobs", batch, clock.instant().plusSeconds(90)));
    }

    private void tick(CloudWatchPublisher publisher) {
        publisher.publish(this::take);
        clock.pass(Duration.ofSeconds(60));
    }

    private static Map<String, Double> self(CloudWatchPublisher publisher) {
        Map<String, Double> values = new TreeMap<>();
        publisher
                .metrics()
                .forEach((family, value, labels) -> values.put(family.name() + String.join(",", labels), value));
        return values;
    }

    @Test
    void aDayOfRefusedPublishesLosesNoIncrement() {
        try (CloudWatchPublisher publisher = publisher("maxMetrics", 500)) {
            Random random = new Random(7);
            Histogram waits = Histogram.empty(Histogram.JOB_SECONDS);
            double starts = 0;
            answer = DENIED;
            for (int minute = 0; minute < 24 * 60; minute++) {
                starts += 1 + random.nextInt(5);
                waits = waits.plus(random.nextInt(90_000));
                jobs(starts, waits);
                tick(publisher);
            }
            assertThat(sent).isEmpty();
            assertThat(self(publisher))
                    .containsEntry("sluice_cloudwatch_up", 0.0)
                    .containsEntry("sluice_cloudwatch_requests_totalunauthorized", 24.0 * 60);

            answer = Result.ACCEPTED;
            jobs(starts, waits);
            tick(publisher);

            assertThat(sent)
                    .containsEntry("jobs_started{SlurmCluster=alpha}", List.of(starts))
                    .containsEntry("jobs_started{SlurmCluster=alpha, Partition=gpu}", List.of(starts));
            assertThat(waitsSent).isEqualTo(24 * 60);
            assertThat(self(publisher)).containsEntry("sluice_cloudwatch_up", 1.0);

            jobs(starts + 2, waits);
            tick(publisher);
            assertThat(sent).containsEntry("jobs_started{SlurmCluster=alpha}", List.of(2.0));
        }
    }

    @Test
    void aDefectIsLoggedOnceUntilAPublishSucceeds() {
        try (RecordedLog log = RecordedLog.of(CloudWatchPublisher.class, Level.WARN);
                CloudWatchPublisher publisher = publisher("maxMetrics", 500)) {
            jobs(1, Histogram.empty(Histogram.JOB_SECONDS));
            for (boolean works : List.of(false, false, true, false)) {
                publisher.publishSafely((data, at) -> {
                    if (works) {
                        return Result.ACCEPTED;
                    }
                    throw new StackOverflowError();
                });
                assertThat(self(publisher)).containsEntry("sluice_cloudwatch_up", works ? 1.0 : 0.0);
            }
            String line = "ERROR publishing to cloudwatch failed unexpectedly";
            assertThat(log.lines()).containsExactly(line, line);
        }
    }

    @Test
    void onlyTheLeaderPublishes() {
        try (RecordedLog log = RecordedLog.of(CloudWatchPublisher.class, Level.WARN);
                CloudWatchPublisher publisher = publisher("leader", Optional.of("host-1"))) {
            publisher.start(Map.of());
            assertThat(publisher.publishes()).isFalse();
            assertThat(log.lines()).containsExactly("WARN hostname= cloudwatch.leader is another host; not publishing");

            publisher.start(Map.of("HOSTNAME", "host-1"));
            assertThat(publisher.publishes()).isTrue();
        }
    }

    @Test
    void theHeartbeatGoesOnWhenTheDataHasExpired() {
        try (CloudWatchPublisher publisher = publisher("maxMetrics", 500)) {
            jobs(0, Histogram.empty(Histogram.JOB_SECONDS));
            tick(publisher);
            assertThat(sent).containsKey("jobs_pending{SlurmCluster=alpha, Partition=gpu}");
            sent.clear();
            clock.pass(Duration.ofSeconds(60));

            tick(publisher);

            assertThat(sent).isEqualTo(Map.of("heartbeat{SlurmCluster=alpha}", List.of(1.0)));
        }
    }

    @Test
    void theBudgetIsNeverExceededAndTheCutIsCounted() {
        try (CloudWatchPublisher publisher = publisher("maxMetrics", 3)) {
            jobs(1, Histogram.empty(Histogram.JOB_SECONDS).plus(5));

            tick(publisher);

            assertThat(sent.keySet())
                    .containsExactly(
                            "heartbeat{SlurmCluster=alpha}",
                            "job_wait_seconds{SlurmCluster=alpha}",
                            "jobs_started{SlurmCluster=alpha}");
            assertThat(self(publisher))
                    .containsEntry("sluice_cloudwatch_metricspublished", 3.0)
                    .hasEntrySatisfying(
                            "sluice_cloudwatch_metricsover_budget",
                            cut -> assertThat(cut).isPositive());
        }
    }

    @Test
    void valuesThatNobodyCanStoreAreLeftOut() {
        try (CloudWatchPublisher publisher = publisher("maxMetrics", 500)) {
            publish(visitor -> {
                visitor.sample(QUEUE_JOBS, Double.POSITIVE_INFINITY, "alpha", "gpu", "pending");
                visitor.sample(QUEUE_JOBS, 1, "alpha", "gpu", "running");
            });

            tick(publisher);

            assertThat(sent)
                    .containsKey("jobs_running{SlurmCluster=alpha, Partition=gpu}")
                    .doesNotContainKey("jobs_pending{SlurmCluster=alpha, Partition=gpu}");
            assertThat(self(publisher)).containsEntry("sluice_cloudwatch_metricsinvalid", 1.0);
        }
    }

    @Test
    void aRefusedRequestIsDroppedAndAnUnavailableServiceGetsNoMoreRequests() {
        List<Integer> sizes = new ArrayList<>();
        Deque<Result> answers = new ArrayDeque<>(List.of(
                new Result(SendOutcome.REFUSED, "400 bad value"),
                Result.ACCEPTED,
                new Result(SendOutcome.UNAVAILABLE, "503")));
        try (CloudWatchPublisher publisher = publisher("maxMetrics", 10_000)) {
            publish(visitor -> {
                for (int partition = 0; partition < 500; partition++) {
                    visitor.sample(QUEUE_JOBS, 1, "alpha", "p" + partition, "pending");
                    visitor.sample(REQUESTED_NODES, 1, "alpha", "p" + partition, "resources");
                }
            });

            publisher.publish((data, at) -> {
                sizes.add(data.size());
                return answers.remove();
            });

            // Each partition has its running and pending jobs, the age of the oldest, and the requested GPUs.
            assertThat(sizes).containsExactly(500, 500, 500);
            assertThat(self(publisher))
                    .containsEntry("sluice_cloudwatch_metricspublished", 500.0)
                    .containsEntry("sluice_cloudwatch_requests_totalrefused", 1.0)
                    .containsEntry("sluice_cloudwatch_up", 0.0);
        }
    }
}
