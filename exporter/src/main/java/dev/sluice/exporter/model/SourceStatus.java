package dev.sluice.exporter.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The state of one source of one cluster, for the status API, readiness and {@code sluice_source_*}.
 *
 * @param cluster cluster name
 * @param source source name: {@code nodes}, {@code partitions}, {@code jobs}, {@code ping}
 * @param apiVersion API version in use, such as {@code v0.0.45}; empty until one is agreed
 * @param observedAt when the data that is served was observed; empty until the first good poll
 * @param maxAge how old that data may get before it is withdrawn
 * @param failure what is wrong with the newest poll; empty where it was good
 * @param lastDuration how long the newest poll took; zero before the first
 * @param lastBytes size of the newest answer's body
 * @param interval time between two polls that is in force now
 */
public record SourceStatus(
        String cluster,
        String source,
        String apiVersion,
        Optional<Instant> observedAt,
        Duration maxAge,
        Optional<Failure> failure,
        Duration lastDuration,
        long lastBytes,
        Duration interval) {

    /**
     * A failed poll.
     *
     * @param kind its kind
     * @param message one line for people: what happened and, where we know it, what to do; never a secret
     * @param since when the first of the consecutive failures was seen
     */
    public record Failure(FailureKind kind, String message, Instant since) {}
}
