package dev.sluice.exporter.metrics.process;

import dev.sluice.exporter.metrics.family.ClosedLabels;
import dev.sluice.exporter.metrics.family.Scope;
import dev.sluice.exporter.metrics.family.Section;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What became of what was pushed by OTLP, up to now.
 *
 * @param requests requests, by how they ended
 * @param points data points, by what became of them
 * @param lastSuccess when a request was last accepted whole
 */
public record OtlpMetrics(Map<Outcome, Long> requests, Map<Fate, Long> points, Optional<Instant> lastSuccess) {

    /** The signal of OpenTelemetry that is pushed, as labels and logs have it. */
    public static final String SIGNAL = "metrics";

    private static final Scope<OtlpMetrics, OtlpMetrics> PUSH = Scope.of("process with `otlp.enabled`");
    private static final Scope<OtlpMetrics, OtlpMetrics> OF_SIGNAL = PUSH.by("signal", unused -> SIGNAL);

    /** All outcomes from the start, at 0: a counter that appears with its first failure hides that failure from rate(). */
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

    /** How a request ended. */
    public enum Outcome {
        /** Accepted. */
        OK,
        /** Accepted, but for some of its points. */
        PARTIAL,
        /** Refused as wrong: it would be refused again. */
        REFUSED,
        /** Refused for who we are, or there were no credentials to sign it with. */
        UNAUTHORIZED,
        /** Refused because there are too many. */
        THROTTLED,
        /** The receiver says that it cannot at present. */
        UNAVAILABLE,
        /** No connection. */
        UNREACHABLE,
        /** No answer in time. */
        TIMEOUT;

        /** As the label has it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What became of a point. */
    public enum Fate {
        ACCEPTED,
        REJECTED,
        LOST;

        /** As the label has it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
