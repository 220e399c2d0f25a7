package dev.sluice.exporter.api;

import dev.sluice.exporter.api.view.ClusterStatus;
import dev.sluice.exporter.api.view.ExporterStatus;
import dev.sluice.exporter.api.view.SourceState;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.SourceStatus.Failure;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Explains in /readyz why the exporter is not ready. */
final class Readiness {

    private Readiness() {}

    static String explain(ExporterStatus status, Instant now) {
        if (status.ready()) {
            return "ready";
        }
        return status.clusters().stream()
                .filter(cluster -> !cluster.ready())
                .flatMap(cluster -> lines(cluster, now))
                .collect(Collectors.joining("\n", "not ready\n", "\n"));
    }

    private static Stream<String> lines(ClusterStatus cluster, Instant now) {
        var summary = "cluster %s: waiting for its first complete poll".formatted(cluster.name());
        var sources = cluster.sources().stream()
                .map(source ->
                        "cluster %s, source %s: %s".formatted(cluster.name(), source.source(), say(source, now)));
        return Stream.concat(Stream.of(summary), sources);
    }

    private static String say(SourceStatus source, Instant now) {
        String failure = source.failure().map(Readiness::say).orElse("");
        return switch (SourceState.of(source, now)) {
            case OK -> "ok";
            case WAITING -> "first poll still running";
            case FAILING -> failure;
            case ABSENT -> "absent: " + source.absent().orElse("");
            case STALE ->
                Stream.of("its data is too old and withdrawn", failure)
                        .filter(part -> !part.isEmpty())
                        .collect(Collectors.joining("; "));
        };
    }

    private static String say(Failure failure) {
        return "%s since %s: %s".formatted(failure.kind().label(), failure.since(), failure.message());
    }
}
