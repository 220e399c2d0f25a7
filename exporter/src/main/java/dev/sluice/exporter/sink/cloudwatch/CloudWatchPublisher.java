package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.common.net.Backoff;
import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.metrics.process.CloudWatchMetrics;
import dev.sluice.exporter.metrics.process.CloudWatchMetrics.Outcome;
import dev.sluice.exporter.sink.cloudwatch.delivery.Delivery;
import dev.sluice.exporter.sink.cloudwatch.delivery.MetricSender;
import dev.sluice.exporter.sink.cloudwatch.delivery.MonthlyCost;
import dev.sluice.exporter.sink.cloudwatch.rollup.CumulativeToDelta;
import dev.sluice.exporter.sink.cloudwatch.rollup.Datum;
import dev.sluice.exporter.sink.cloudwatch.rollup.Reading;
import dev.sluice.exporter.sink.cloudwatch.rollup.Rollup;
import dev.sluice.exporter.sink.cloudwatch.rollup.Selection;
import dev.sluice.exporter.sink.cloudwatch.rollup.SeriesKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Publishes to CloudWatch once per interval, on a separate thread. A failure affects no other part of the exporter.
 * Gauge values that were not delivered are lost. Counter increases that were not delivered are added to the next
 * publish.
 */
public final class CloudWatchPublisher implements AutoCloseable {

    private static final int STOP_SECONDS = 2;

    private final CloudWatchConfig settings;
    private final CloudWatchSink sink;
    private final Supplier<MetricBatch> live;
    private final MetricSender sender;
    private final Leadership leadership;
    private final Ticks ticks;
    private final Backoff backoff;

    private final CumulativeToDelta deltas = new CumulativeToDelta();
    private final Map<Outcome, Long> requests = new EnumMap<>(Outcome.class);
    private final PublisherLog log = new PublisherLog();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final ScheduledExecutorService worker = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "cloudwatch");
        thread.setDaemon(true);
        return thread;
    });
    private long newestTerm = Leadership.FROM_THE_START;
    private volatile CloudWatchMetrics status = CloudWatchMetrics.NOTHING_YET;

    /**
     * Sources of time and randomness.
     *
     * @param clock provides the time of the data
     * @param nanoTime measures the duration of a publish
     * @param random provides random numbers from 0 to 1
     */
    public record Ticks(Clock clock, LongSupplier nanoTime, DoubleSupplier random) {}

    /**
     * @param live supplier of metrics that depend on the current time; called for each publish
     * @param leadership shows whether this process publishes; read before each request
     */
    public CloudWatchPublisher(
            CloudWatchConfig settings,
            CloudWatchSink sink,
            Supplier<MetricBatch> live,
            MetricSender sender,
            Leadership leadership,
            Ticks ticks) {
        this.settings = settings;
        this.sink = sink;
        this.live = live;
        this.sender = sender;
        this.leadership = leadership;
        this.ticks = ticks;
        this.backoff = Delivery.backoff(ticks.random());
    }

    /**
     * Starts at a random point of the first interval. Therefore, exporters that started at the same time do not publish
     * at the same time.
     */
    public void start() {
        long interval = settings.interval().toMillis();
        long phase = (long) (interval * ticks.random().getAsDouble());
        ScheduledFuture<?> unused =
                worker.scheduleAtFixedRate(this::publishSafely, phase, interval, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        stopped.countDown();
        worker.shutdownNow();
        try {
            if (!worker.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                log.endsLate();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the results of all publishes and the current leadership. */
    public CloudWatchMetrics status() {
        return leadership.term().isPresent() ? status.leading() : status.standingBy();
    }

    /** Returns true if no request is running and no request will follow. */
    public boolean ended() {
        return worker.isTerminated();
    }

    private void publishSafely() {
        try {
            publish();
        } catch (RuntimeException e) {
            // Catches every exception, because an executor never repeats a task that has thrown an exception.
            log.broken(e);
        }
    }

    void publish() {
        long start = ticks.nanoTime().getAsLong();
        Instant now = ticks.clock().instant();
        OptionalLong term = leadership.term();
        takeOverIn(term);
        CloudWatchSink.Present present = sink.present(live.get());
        Selection selection = Selection.of(present.rollups(), settings.maxMetrics());
        List<Datum> data = new ArrayList<>();
        List<SeriesKey> invalid = new ArrayList<>();
        for (Rollup rollup : selection.taken()) {
            // Drops the increase if another process may have published the increase.
            boolean foreign = present.unbased().contains(rollup.key()) && !(rollup.reading() instanceof Reading.Level);
            if (foreign) {
                observeAndSettle(rollup);
                continue;
            }
            deltas.observe(rollup).ifPresent(datum -> {
                if (datum.valid()) {
                    data.add(datum);
                } else {
                    invalid.add(datum.key());
                }
            });
        }
        // Drops the increases of metrics over the budget. Otherwise, CloudWatch would later receive all these increases
        // as a single large increase.
        selection.overBudget().forEach(this::observeAndSettle);
        invalid.forEach(deltas::settle);
        if (term.isEmpty()) {
            data.forEach(datum -> deltas.settle(datum.key()));
            status = status.standingBy();
            return;
        }
        Delivery.Result result = new Delivery(
                        sender,
                        backoff,
                        this::pause,
                        now,
                        () -> leadership.term().equals(term))
                .deliver(data);
        result.accepted().forEach(deltas::settle);
        result.answers().forEach((kind, count) -> requests.merge(kind, (long) count, Long::sum));
        report(
                selection,
                invalid.size(),
                result,
                now,
                Duration.ofNanos(ticks.nanoTime().getAsLong() - start));
    }

    /** Handles a new leadership term, because another process may have published before the new term. */
    private void takeOverIn(OptionalLong term) {
        if (term.isPresent() && term.getAsLong() != newestTerm) {
            newestTerm = term.getAsLong();
            sink.takeOver();
            log.takenOver();
        }
    }

    private void observeAndSettle(Rollup rollup) {
        deltas.observe(rollup);
        deltas.settle(rollup.key());
    }

    private void report(
            Selection selection, int invalidValues, Delivery.Result result, Instant now, Duration duration) {
        boolean good = result.failure().isEmpty();
        int perPublish =
                result.answers().values().stream().mapToInt(Integer::intValue).sum();
        double cost = new MonthlyCost(
                        selection.taken().size(), settings.pricePerMetric(), perPublish, settings.interval())
                .total();
        status = new CloudWatchMetrics(
                true,
                Optional.of(good),
                result.accepted().size(),
                selection.overBudget().size(),
                selection.invalid().size() + invalidValues,
                requests,
                duration,
                good ? Optional.of(now) : status.succeededAt(),
                cost);
        log.published(result, selection.overBudget().size());
    }

    private void pause(Duration duration) {
        try {
            if (stopped.await(duration.toMillis(), TimeUnit.MILLISECONDS)) {
                Thread.currentThread().interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
