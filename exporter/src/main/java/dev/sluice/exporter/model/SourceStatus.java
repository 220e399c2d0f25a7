package dev.sluice.exporter.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The state of one source of one cluster, for the status API, readiness and {@code sluice_source_*}.
 *
 * @param cluster cluster name
 * @param source source name, such as {@code nodes}
 * @param release release of the software behind the source, such as {@code 26.05.5}; empty until it is known
 * @param apiVersion API version in use, such as {@code v0.0.45}; empty until one is agreed
 * @param observedAt when the data that is served was observed; empty until the first good poll
 * @param maxAge how old that data may get before it is withdrawn
 * @param problem what the source itself says is wrong with an answer that was nevertheless whole; empty where nothing
 * @param unreadable records of the newest answer that were left out because what identifies them was missing
 * @param failure what is wrong with the newest poll; empty where it was good
 * @param failures how many polls failed since start, by kind
 * @param lastDuration how long the newest poll took; zero before the first
 * @param lastBytes size of the newest answer's body
 * @param interval time between two polls that is in force now
 * @param absent why the cluster does not have what the source reads, or not for us; empty where it has
 */
public record SourceStatus(
        String cluster,
        String source,
        String release,
        String apiVersion,
        Optional<Instant> observedAt,
        Duration maxAge,
        Optional<String> problem,
        int unreadable,
        Optional<Failure> failure,
        Map<FailureKind, Long> failures,
        Duration lastDuration,
        long lastBytes,
        Duration interval,
        Optional<String> absent) {

    public SourceStatus {
        failures = Map.copyOf(failures);
    }

    /** Of a source that is there. */
    public SourceStatus(
            String cluster,
            String source,
            String release,
            String apiVersion,
            Optional<Instant> observedAt,
            Duration maxAge,
            Optional<String> problem,
            int unreadable,
            Optional<Failure> failure,
            Map<FailureKind, Long> failures,
            Duration lastDuration,
            long lastBytes,
            Duration interval) {
        this(
                cluster,
                source,
                release,
                apiVersion,
                observedAt,
                maxAge,
                problem,
                unreadable,
                failure,
                failures,
                lastDuration,
                lastBytes,
                interval,
                Optional.empty());
    }

    /**
     * A failed poll.
     *
     * @param kind its kind
     * @param message one line for people: what happened and, where we know it, what to do; never a secret
     * @param since when the first of the consecutive failures was seen
     */
    public record Failure(FailureKind kind, String message, Instant since) {}
}
