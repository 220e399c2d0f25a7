package dev.sluice.exporter.metrics;

import dev.sluice.exporter.metrics.ClosedLabels.Part;
import dev.sluice.exporter.model.Labeled;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The metrics of the outputs that push metrics. */
public final class PushMetrics {

    private PushMetrics() {}

    /**
     * The metrics of publishing to CloudWatch.
     *
     * @param leads true if this process publishes
     * @param up true if CloudWatch accepted all data of the last publish; empty before the first publish
     * @param published number of metrics that CloudWatch accepted at the last publish
     * @param overBudget number of metrics above the limit {@code cloudwatch.maxMetrics}
     * @param invalid number of metrics that CloudWatch refuses
     * @param requests number of requests since the start, by outcome
     * @param duration duration of the last publish
     * @param succeededAt time of the last publish that CloudWatch accepted completely; empty before the first such
     *     publish
     * @param monthlyCost estimated cost per month in dollars
     */
    public record CloudWatch(
            boolean leads,
            Optional<Boolean> up,
            int published,
            int overBudget,
            int invalid,
            Map<SendOutcome, Long> requests,
            Duration duration,
            Optional<Instant> succeededAt,
            double monthlyCost) {

        private static final ClosedLabels<Part<CloudWatch>> STATE = ClosedLabels.parts(
                "state",
                List.of(
                        new Part<>("published", CloudWatch::published),
                        new Part<>("over_budget", CloudWatch::overBudget),
                        new Part<>("invalid", CloudWatch::invalid)));
        private static final Scope<CloudWatch, CloudWatch> PUBLISHER = Scope.of("process with `cloudwatch.enabled`");

        public static final Section<CloudWatch> SECTION = Section.of(
                "Publishing to CloudWatch",
                "sluice",
                "Only with `cloudwatch.enabled`; see [the guide](guides/cloudwatch.md).",
                PUBLISHER
                        .gauge("sluice_cloudwatch_leader")
                        .help("1 if this process publishes, else 0.")
                        .value(publisher -> publisher.leads ? 1 : 0),
                PUBLISHER
                        .gauge("sluice_cloudwatch_up")
                        .help("1 if CloudWatch accepted everything at the last publish, else 0; absent before the "
                                + "first and while another process publishes.")
                        .optional(publisher -> publisher.up.stream().mapToDouble(good -> good ? 1 : 0)),
                PUBLISHER
                        .gauge("sluice_cloudwatch_metrics")
                        .help("CloudWatch metrics at the last publish: published, over_budget (above "
                                + "cloudwatch.maxMetrics) or invalid (refused by CloudWatch).")
                        .by(STATE)
                        .value((publisher, state) -> state.of(publisher)),
                PUBLISHER
                        .counter("sluice_cloudwatch_requests_total")
                        .help("Requests to CloudWatch, by outcome.")
                        .by(ClosedLabels.of("outcome", SendOutcome.values()))
                        .value((publisher, outcome) -> publisher.requests.getOrDefault(outcome, 0L)),
                PUBLISHER
                        .seconds("sluice_cloudwatch_publish_seconds")
                        .help("Duration of the last publish, including the time between attempts.")
                        .value(publisher -> publisher.duration.toNanos() / 1e9),
                PUBLISHER
                        .seconds("sluice_cloudwatch_last_success_timestamp_seconds")
                        .help("Last time that CloudWatch accepted everything, seconds since the epoch; absent until "
                                + "then.")
                        .optional(publisher -> publisher.succeededAt.stream().mapToDouble(Instant::getEpochSecond)),
                PUBLISHER
                        .gauge("sluice_cloudwatch_estimated_monthly_dollars")
                        .help("Maximum monthly cost at the rate of the last publish and at cloudwatch.pricePerMetric.")
                        .value(CloudWatch::monthlyCost));

        /** The outcome of a request. */
        public enum SendOutcome implements Labeled {
            ACCEPTED,
            /** CloudWatch refused the data. */
            REFUSED,
            /** Too many requests in the AWS account, from Sluice or from other clients. */
            THROTTLED,
            /** The region or the credentials are missing, or the credentials have no permission to publish. */
            UNAUTHORIZED,
            /** No response, or a failure in CloudWatch itself. */
            UNAVAILABLE
        }

        public CloudWatch {
            requests = Map.copyOf(requests);
        }

        /** Returns the metrics after a publish that a defect ended. */
        public CloudWatch failed(Map<SendOutcome, Long> sent) {
            return new CloudWatch(
                    leads, Optional.of(false), 0, overBudget, invalid, sent, duration, succeededAt, monthlyCost);
        }

        public static CloudWatch nothingYet(boolean leads) {
            return new CloudWatch(leads, Optional.empty(), 0, 0, 0, Map.of(), Duration.ZERO, Optional.empty(), 0);
        }
    }

    /**
     * Metrics about the pushes with OTLP.
     *
     * @param requests number of requests by outcome, without retries
     * @param lastSuccess time of the last accepted request; empty before the first such request
     */
    public record Otlp(Map<PushOutcome, Long> requests, Optional<Instant> lastSuccess) {

        private static final Scope<Otlp, Otlp> OF_SIGNAL =
                Scope.<Otlp>of("process with `otlp.enabled`").by("signal", unused -> "metrics");

        /**
         * The counters of all outcomes start at 0. If a counter appeared only at its first failure, rate() would not
         * show this failure.
         */
        public static final Section<Otlp> SECTION = Section.of(
                "OTLP",
                "sluice",
                "Only with `otlp.enabled`. A push reports its own outcome with the next push.",
                OF_SIGNAL
                        .counter("sluice_otlp_requests_total")
                        .help("Requests to the OTLP receiver by outcome, after the last retry.")
                        .by(ClosedLabels.of("outcome", PushOutcome.values()))
                        .value((push, outcome) -> push.requests.getOrDefault(outcome, 0L)),
                OF_SIGNAL
                        .seconds("sluice_otlp_last_success_timestamp_seconds")
                        .help("Last time that a request was accepted, seconds since the epoch; absent until then.")
                        .optional(push -> push.lastSuccess.stream().mapToDouble(at -> at.toEpochMilli() / 1000.0)));

        public Otlp {
            requests = Map.copyOf(requests);
        }

        /** The outcome of a request. */
        public enum PushOutcome implements Labeled {
            OK,
            FAILED
        }
    }
}
