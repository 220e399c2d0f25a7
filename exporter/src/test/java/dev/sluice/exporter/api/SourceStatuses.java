package dev.sluice.exporter.api;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.SourceStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Source statuses with the fields shown by the API. */
final class SourceStatuses {

    private SourceStatuses() {}

    static SourceStatus of(
            String cluster,
            String source,
            String apiVersion,
            Optional<Instant> observedAt,
            Duration maxAge,
            Optional<SourceStatus.Failure> failure,
            Duration lastDuration,
            long lastBytes,
            Duration interval) {
        Map<FailureKind, Long> failures =
                failure.map(now -> Map.of(now.kind(), 1L)).orElse(Map.of());
        return new SourceStatus(
                cluster,
                source,
                new SourceStatus.Pace(interval, maxAge),
                observedAt,
                new SourceStatus.Answer(
                        apiVersion.isEmpty() ? "" : "26.05.5",
                        apiVersion,
                        lastBytes,
                        source.equals("nodes") ? 2 : 0,
                        Optional.of("Unknown flag").filter(unused -> source.equals("nodes"))),
                new SourceStatus.Polls(lastDuration, failures),
                failure,
                Optional.empty());
    }
}
