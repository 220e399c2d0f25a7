package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.Publications;
import dev.sluice.exporter.metrics.PushMetrics;
import dev.sluice.exporter.metrics.PushMetrics.CloudWatch.SendOutcome;
import dev.sluice.exporter.poll.Time;
import dev.sluice.exporter.sink.cloudwatch.Increases.Datum;
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
public final class CloudWatchPublisher implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CloudWatchPublisher.class);
    private static final int STOP_SECONDS = 2;
    /** Half of CloudWatch's limit, which keeps also a request with long names below the limit of 1 MB. */
    private static final int MAX_PER_REQUEST = 500;

    private final CloudWatchConfig config;
    private final List<DeclaredMetric> declared;
    /** Dimensions that precede the own dimensions of each metric. */
    private final Map<String, String> leading;

    private final Publications publications;
    private final Supplier<MetricBatch> live;
    private final Time time;

    private final Increases increases = new Increases();
    private final Map<SendOutcome, Long> requests = new EnumMap<>(SendOutcome.class);
    private final ScheduledExecutorService worker = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "cloudwatch");
        thread.setDaemon(true);
        return thread;
    });
    private volatile PushMetrics.CloudWatch status = PushMetrics.CloudWatch.nothingYet(false);
    private Optional<SdkMetricSender> sender = Optional.empty();
    /** Empty before the first publish, and after a defect. */
    private Optional<SendOutcome> logged = Optional.empty();

    private boolean loggedBudget;

    /** Sends PutMetricData requests. */
    @FunctionalInterface
    interface MetricSender {

        /**
         * Sends one request and blocks until the result is known. Throws no exception for a failure of CloudWatch or
         * the network.
         */
        Result send(List<Datum> data, Instant at);
    }

    /**
     * The result of one request.
     *
     * @param message one line for people; empty for an accepted request
     */
    record Result(SendOutcome outcome, String message) {

        static final Result ACCEPTED = new Result(SendOutcome.ACCEPTED, "");
    }

    /**
     * @param live supplier of metrics that depend on the current time; called for each publish
     */
    public CloudWatchPublisher(
            CloudWatchConfig config, Publications publications, Supplier<MetricBatch> live, Time time) {
        this.config = config;
        this.declared = DeclaredMetric.of(config);
        this.leading =
                config.clusterName().map(name -> Map.of("ClusterName", name)).orElse(Map.of());
        this.publications = publications;
        this.live = live;
        this.time = time;
    }

    /** Returns the problem of the configured metrics, as one line; empty if the metrics are valid. */
    public static Optional<String> problem(CloudWatchConfig config) {
        try {
            DeclaredMetric.of(config);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of("cloudwatch.metrics: " + e.getMessage());
        }
    }

    /** Returns the number of requests for a number of metrics. */
    static int requests(int metrics) {
        return (metrics + MAX_PER_REQUEST - 1) / MAX_PER_REQUEST;
    }

    /**
     * Starts to publish, unless another process is the publisher. Starts at a random point of the first interval.
     * Therefore, exporters that started at the same time do not publish at the same time.
     */
    public void start(Map<String, String> environment) {
        String host = environment.getOrDefault("HOSTNAME", "");
        if (!config.leader().orElse(host).equals(host)) {
            LOG.atWarn().addKeyValue("hostname", host).log("cloudwatch.leader is another host; not publishing");
            return;
        }
        SdkMetricSender to = new SdkMetricSender(config);
        sender = Optional.of(to);
        status = PushMetrics.CloudWatch.nothingYet(true);
        long interval = config.interval().toMillis();
        long phase = ThreadLocalRandom.current().nextLong(interval);
        ScheduledFuture<?> unused =
                worker.scheduleAtFixedRate(() -> publishSafely(to), phase, interval, TimeUnit.MILLISECONDS);
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
        sender.ifPresent(SdkMetricSender::close);
    }

    /** Returns the results of all publishes. */
    public MetricBatch metrics() {
        return PushMetrics.CloudWatch.SECTION.batch(status);
    }

    /** Returns true if this process publishes. */
    public boolean publishes() {
        return sender.isPresent();
    }

    /** Returns a table of the metrics for CloudWatch, with the cost of publishing them. */
    public String preview() {
        return Preview.of(current(), config);
    }

    private List<ReducedMetric> current() {
        return Reduction.of(publications.with(live.get()), declared, leading);
    }

    void publishSafely(MetricSender to) {
        try {
            publish(to);
        } catch (RuntimeException | Error e) {
            // Catches errors, too, because an executor never repeats a task that has thrown anything.
            if (logged.isPresent() || status.up().isEmpty()) {
                LOG.atError().setCause(e).log("publishing to cloudwatch failed unexpectedly");
            }
            logged = Optional.empty();
            status = status.failed(requests);
        }
    }

    void publish(MetricSender to) {
        long start = time.nanoTime().getAsLong();
        Instant now = time.wall().instant();
        Selection selection = Selection.of(current(), config.maxMetrics());
        // Drops the increases of metrics over the budget. Otherwise, CloudWatch would later receive all these increases
        // as a single large increase.
        selection.overBudget().forEach(increases::settle);
        List<Datum> ready = new ArrayList<>();
        int invalid = selection.invalid().size();
        for (ReducedMetric rollup : selection.taken()) {
            Optional<Datum> datum = increases.datum(rollup);
            if (datum.filter(Datum::valid).isPresent()) {
                ready.add(datum.get());
            } else {
                increases.settle(rollup);
                invalid += datum.isPresent() ? 1 : 0;
            }
        }
        int accepted = 0;
        Result worst = Result.ACCEPTED;
        for (int from = 0; from < ready.size(); from += MAX_PER_REQUEST) {
            List<Datum> batch = ready.subList(from, Math.min(ready.size(), from + MAX_PER_REQUEST));
            Result answer = to.send(batch, now);
            requests.merge(answer.outcome(), 1L, Long::sum);
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
                new Preview.MonthlyCost(selection.taken().size(), requests(ready.size()), config).total());
    }

    /** Logs changes in the result of publishing. */
    private void log(Result answer, int accepted, int overBudget) {
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
