package dev.sluice.exporter.metrics.process;

import dev.sluice.exporter.metrics.family.ClosedLabels;
import dev.sluice.exporter.metrics.family.Scope;
import dev.sluice.exporter.metrics.family.Section;
import dev.sluice.exporter.model.Labeled;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Metrics about the pushes with OTLP.
 *
 * @param requests number of requests by outcome, without retries
 * @param lastSuccess time of the last accepted request; empty before the first such request
 */
public record OtlpMetrics(Map<PushOutcome, Long> requests, Optional<Instant> lastSuccess) {

    /** The OpenTelemetry signal that is pushed, as named in labels and logs. */
    public static final String SIGNAL = "metrics";

    private static final Scope<OtlpMetrics, OtlpMetrics> OF_SIGNAL =
            Scope.<OtlpMetrics>of("process with `otlp.enabled`").by("signal", unused -> SIGNAL);

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
                    .help("Requests to the OTLP receiver by outcome, after the last retry.")
                    .by(ClosedLabels.of("outcome", PushOutcome.values()))
                    .value((push, outcome) -> push.requests.getOrDefault(outcome, 0L)),
            OF_SIGNAL
                    .seconds("sluice_otlp_last_success_timestamp_seconds")
                    .help("Last time that a request was accepted, seconds since the epoch; absent until then.")
                    .optional(push -> push.lastSuccess.stream().mapToDouble(at -> at.toEpochMilli() / 1000.0)));

    public OtlpMetrics {
        requests = Map.copyOf(requests);
    }

    /** The outcome of a request. */
    public enum PushOutcome implements Labeled {
        OK,
        FAILED
    }
}
