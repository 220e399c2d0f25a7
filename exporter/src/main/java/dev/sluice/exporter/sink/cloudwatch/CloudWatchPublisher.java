package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.PushMetrics;
import dev.sluice.exporter.metrics.PushMetrics.CloudWatch.SendOutcome;
import dev.sluice.exporter.poll.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes to CloudWatch once per interval, on a separate thread. A failure affects no other part of the exporter.
 * Gauge values that were not delivered are lost. Counter increases that were not delivered are added to the next
 * publish.
 */
final class CloudWatchPublisher implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CloudWatchPublisher.class);
    private static final int STOP_SECONDS = 2;
    /** Half of CloudWatch's limit, which keeps also a request with long names below the limit of 1 MB. */
    private static final int MAX_PER_REQUEST = 500;

    private final CloudWatchConfig config;
    private final CloudWatchSink sink;
    private final Supplier<MetricBatch> live;
    private final MetricSender sender;
    private final Time time;

    private final Increases increases = new Increases();
    private final Map<SendOutcome, Long> requests = new EnumMap<>(SendOutcome.class);
    private final ScheduledExecutorService worker = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "cloudwatch");
        thread.setDaemon(true);
        return thread;
    });
    private volatile PushMetrics.CloudWatch status = PushMetrics.CloudWatch.nothingYet(true);
    private Optional<SendOutcome> logged = Optional.empty();
    private boolean loggedBudget;
    private boolean loggedDefect;

    /**
     * A metric whose value CloudWatch accepts.
     *
     * @param datum the value
     */
    private record Ready(ReducedMetric rollup, Datum datum) {}

    /**
     * @param live supplier of metrics that depend on the current time; called for each publish
     */
    CloudWatchPublisher(
            CloudWatchConfig config, CloudWatchSink sink, Supplier<MetricBatch> live, MetricSender sender, Time time) {
        this.config = config;
        this.sink = sink;
        this.live = live;
        this.sender = sender;
        this.time = time;
    }

    /** Returns the number of requests for a number of metrics. */
    static int requests(int metrics) {
        return (metrics + MAX_PER_REQUEST - 1) / MAX_PER_REQUEST;
    }

    /**
     * Starts at a random point of the first interval. Therefore, exporters that started at the same time do not publish
     * at the same time.
     */
    void start() {
        long interval = config.interval().toMillis();
        long phase = ThreadLocalRandom.current().nextLong(interval);
        ScheduledFuture<?> unused =
                worker.scheduleAtFixedRate(this::publishSafely, phase, interval, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        worker.shutdownNow();
        try {
            if (!worker.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                LOG.atWarn().log("cloudwatch request cut off at shutdown");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the results of all publishes. */
    PushMetrics.CloudWatch status() {
        return status;
    }

    private void publishSafely() {
        try {
            publish();
        } catch (RuntimeException e) {
            // Catches every exception, because an executor never repeats a task that has thrown an exception.
            if (!loggedDefect) {
                LOG.atError().setCause(e).log("publishing to cloudwatch failed unexpectedly");
            }
            loggedDefect = true;
        }
    }

    void publish() {
        long start = time.nanoTime().getAsLong();
        Instant now = time.wall().instant();
        Selection selection = Selection.of(sink.present(live.get()), config.maxMetrics());
        // Drops the increases of metrics over the budget. Otherwise, CloudWatch would later receive all these increases
        // as a single large increase.
        selection.overBudget().forEach(increases::settle);
        List<Ready> ready = new ArrayList<>();
        int invalid = selection.invalid().size();
        for (ReducedMetric rollup : selection.taken()) {
            Optional<Datum> datum = increases.datum(rollup);
            if (datum.isEmpty()) {
                increases.settle(rollup);
            } else if (datum.get().valid()) {
                ready.add(new Ready(rollup, datum.get()));
            } else {
                increases.settle(rollup);
                invalid++;
            }
        }
        int accepted = 0;
        MetricSender.Result worst = MetricSender.Result.ACCEPTED;
        for (int from = 0; from < ready.size(); from += MAX_PER_REQUEST) {
            List<Ready> batch = ready.subList(from, Math.min(ready.size(), from + MAX_PER_REQUEST));
            MetricSender.Result answer = send(batch, now);
            if (answer.outcome() == SendOutcome.ACCEPTED) {
                batch.forEach(one -> increases.settle(one.rollup()));
                accepted += batch.size();
            } else {
                worst = answer;
                if (answer.outcome() != SendOutcome.REFUSED) {
                    break;
                }
            }
        }
        log(worst, accepted, selection.overBudget().size());
        boolean good = worst.outcome() == SendOutcome.ACCEPTED;
        status = new PushMetrics.CloudWatch(
                true,
                Optional.of(good),
                accepted,
                selection.overBudget().size(),
                invalid,
                requests,
                Duration.ofNanos(time.nanoTime().getAsLong() - start),
                good ? Optional.of(now) : status.succeededAt(),
                new MonthlyCost(selection.taken().size(), requests(ready.size()), config).total());
    }

    private MetricSender.Result send(List<Ready> batch, Instant now) {
        MetricSender.Result answer =
                sender.send(batch.stream().map(Ready::datum).toList(), now);
        requests.merge(answer.outcome(), 1L, Long::sum);
        return answer;
    }

    /** Logs changes in the result of publishing. */
    private void log(MetricSender.Result answer, int accepted, int overBudget) {
        if (!logged.equals(Optional.of(answer.outcome()))) {
            logged = Optional.of(answer.outcome());
            if (answer.outcome() == SendOutcome.ACCEPTED) {
                LOG.atInfo().addKeyValue("metrics", accepted).log("cloudwatch accepted the metrics");
            } else {
                LOG.atWarn()
                        .addKeyValue("kind", answer.outcome().label())
                        .addKeyValue("failure", answer.message())
                        .log("cloudwatch did not accept metrics; prometheus is not affected");
            }
        }
        if (overBudget > 0 && !loggedBudget) {
            LOG.atWarn()
                    .addKeyValue("metrics", overBudget)
                    .log("cloudwatch metrics left out over cloudwatch.maxMetrics; --cloudwatch-dry-run lists them");
        }
        loggedBudget = overBudget > 0;
    }
}
