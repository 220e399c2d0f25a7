package dev.sluice.exporter.api;

import dev.sluice.exporter.api.view.ClusterStatus;
import dev.sluice.exporter.api.view.ExporterStatus;
import dev.sluice.exporter.api.view.SourceState;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.SourceStatus.Failure;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Explains in /readyz why the exporter is not ready, or which clusters it has never read. */
final class Readiness {

    private Readiness() {}

    static String explain(ExporterStatus status, Instant now) {
        List<ClusterStatus> unread =
                status.clusters().stream().filter(cluster -> !cluster.ready()).toList();
        if (unread.isEmpty()) {
            return "ready";
        }
        return unread.stream()
                .flatMap(cluster -> lines(cluster, now))
                .collect(Collectors.joining("\n", status.ready() ? "ready\n" : "not ready\n", "\n"));
    }

    private static Stream<String> lines(ClusterStatus cluster, Instant now) {
        var summary = "cluster %s: %s"
                .formatted(cluster.name(), cluster.known() ? "never read" : "waiting for its first complete poll");
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
