package dev.sluice.exporter.metrics.process;

import dev.sluice.exporter.metrics.family.ClosedLabels;
import dev.sluice.exporter.metrics.family.Scope;
import dev.sluice.exporter.metrics.family.Section;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Metrics about the pushes with OTLP.
 *
 * @param requests number of requests by outcome
 * @param points number of data points by fate
 * @param lastSuccess time of the last request that was accepted completely; empty before the first such request
 */
public record OtlpMetrics(Map<Outcome, Long> requests, Map<Fate, Long> points, Optional<Instant> lastSuccess) {

    /** The OpenTelemetry signal that is pushed, as named in labels and logs. */
    public static final String SIGNAL = "metrics";

    private static final Scope<OtlpMetrics, OtlpMetrics> PUSH = Scope.of("process with `otlp.enabled`");
    private static final Scope<OtlpMetrics, OtlpMetrics> OF_SIGNAL = PUSH.by("signal", unused -> SIGNAL);

    /**
     * The counters of all outcomes start at 0. If a counter appeared only at its first failure, rate() would not show
     * this failure.
     */
    public static final Section<OtlpMetrics> SECTION = Section.of(
            "OTLP",
            "sluice",
            "Only with `otlp.enabled`. A push reports its own outcome with the next push.",
            OF_SIGNAL
                    .counter("sluice_otlp_requests_total")
                    .help("Requests to the OTLP receiver, including retries, by outcome.")
                    .by(ClosedLabels.of("outcome", Outcome.values(), Outcome::label))
                    .value((push, outcome) -> push.requests.getOrDefault(outcome, 0L)),
            PUSH.counter("sluice_otlp_points_total")
                    .help("Data points, by outcome.")
                    .by(ClosedLabels.of("fate", Fate.values(), Fate::label))
                    .value((push, fate) -> push.points.getOrDefault(fate, 0L)),
            OF_SIGNAL
                    .seconds("sluice_otlp_last_success_timestamp_seconds")
                    .help("Last time that a request was accepted completely, seconds since the epoch; absent until "
                            + "then.")
                    .optional(push -> push.lastSuccess.stream().mapToDouble(at -> at.toEpochMilli() / 1000.0)));

    public OtlpMetrics {
        requests = Map.copyOf(requests);
        points = Map.copyOf(points);
    }

    /** The outcome of a request. */
    public enum Outcome {
        OK,
        /** The request was accepted, but some of its points were rejected. */
        PARTIAL,
        /** The receiver refused the request as invalid, and would also refuse a retry. */
        REFUSED,
        /** The request was not authorized, or no credentials were available to sign the request. */
        UNAUTHORIZED,
        /** The receiver refused the request because of too many requests. */
        THROTTLED,
        /** The response says that the receiver is temporarily unavailable. */
        UNAVAILABLE,
        /** No connection. */
        UNREACHABLE,
        /** No response before the timeout. */
        TIMEOUT;

        /** Returns the value of the label {@code outcome}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The fate of a data point. */
    public enum Fate {
        ACCEPTED,
        REJECTED,
        LOST;

        /** Returns the value of the label {@code fate}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
