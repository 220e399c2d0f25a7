package dev.sluice.exporter.api;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.SourceStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Source statuses with what the API shows of them. */
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
                apiVersion.isEmpty() ? "" : "26.05.5",
                apiVersion,
                observedAt,
                maxAge,
                Optional.of("Unknown flag").filter(unused -> source.equals("nodes")),
                source.equals("nodes") ? 2 : 0,
                failure,
                failures,
                lastDuration,
                lastBytes,
                interval);
    }
}
