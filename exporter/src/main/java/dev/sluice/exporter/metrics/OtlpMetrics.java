package dev.sluice.exporter.metrics;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What became of what was pushed by OTLP, up to now.
 *
 * @param signals each signal that is pushed
 */
public record OtlpMetrics(List<Signal> signals) implements MetricBatch {

    public OtlpMetrics {
        signals = List.copyOf(signals);
    }

    /**
     * One signal.
     *
     * @param kind which
     * @param requests requests, by how they ended
     * @param items points or spans, by what became of them
     * @param lastSuccess when a request was last accepted whole
     */
    public record Signal(Kind kind, Map<Outcome, Long> requests, Map<Fate, Long> items, Optional<Instant> lastSuccess) {

        public Signal {
            requests = Map.copyOf(requests);
            items = Map.copyOf(items);
        }
    }

    /** What can be pushed. */
    public enum Kind {
        METRICS,
        TRACES;

        /** As the label has it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How a request ended. */
    public enum Outcome {
        /** Accepted. */
        OK,
        /** Accepted, but for some of its items. */
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

    /** What became of a point or a span. */
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
        for (Signal signal : signals) {
            for (Outcome outcome : Outcome.values()) {
                visitor.sample(
                        OtlpFamilies.REQUESTS,
                        signal.requests().getOrDefault(outcome, 0L),
                        signal.kind().label(),
                        outcome.label());
            }
        }
        for (Signal signal : signals) {
            MetricFamily family = signal.kind() == Kind.METRICS ? OtlpFamilies.POINTS : OtlpFamilies.SPANS;
            for (Fate fate : Fate.values()) {
                visitor.sample(family, signal.items().getOrDefault(fate, 0L), fate.label());
            }
        }
        for (Signal signal : signals) {
            signal.lastSuccess()
                    .ifPresent(at -> visitor.sample(
                            OtlpFamilies.LAST_SUCCESS,
                            at.toEpochMilli() / 1000.0,
                            signal.kind().label()));
        }
    }
}
