package dev.sluice.exporter.metrics;

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
public record OtlpMetrics(Map<Outcome, Long> requests, Map<Fate, Long> points, Optional<Instant> lastSuccess)
        implements MetricBatch {

    /** The signal of OpenTelemetry that is pushed, as labels and logs have it. */
    public static final String SIGNAL = "metrics";

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

    /** All outcomes from the start, at 0: a counter that appears with its first failure hides that failure from rate(). */
    @Override
    public void forEach(MetricVisitor visitor) {
        for (Outcome outcome : Outcome.values()) {
            visitor.sample(OtlpFamilies.REQUESTS, requests.getOrDefault(outcome, 0L), SIGNAL, outcome.label());
        }
        for (Fate fate : Fate.values()) {
            visitor.sample(OtlpFamilies.POINTS, points.getOrDefault(fate, 0L), fate.label());
        }
        lastSuccess.ifPresent(at -> visitor.sample(OtlpFamilies.LAST_SUCCESS, at.toEpochMilli() / 1000.0, SIGNAL));
    }
}
