package dev.sluice.exporter.metrics;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.SourceStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What Sluice says of itself at one moment.
 *
 * @param now the moment
 * @param sources the state of every source of every cluster
 * @param tokenExpiry when each cluster's token expires, where it says so
 * @param series how many series are served for each cluster
 * @param process the process that runs it
 */
public record SelfMetrics(
        Instant now,
        List<SourceStatus> sources,
        Map<String, Instant> tokenExpiry,
        Map<String, Integer> series,
        ProcessFacts process)
        implements MetricBatch {

    /**
     * The process.
     *
     * @param version version of Sluice
     * @param java version of Java
     * @param cpu CPU time used
     * @param residentBytes resident memory; empty where the system does not tell
     * @param startedAt when it started
     * @param uncaughtErrors errors that no part has handled
     */
    public record ProcessFacts(
            String version,
            String java,
            Duration cpu,
            Optional<Long> residentBytes,
            Instant startedAt,
            long uncaughtErrors) {}

    @Override
    public void forEach(MetricVisitor visitor) {
        each(visitor, MetricCatalog.SOURCE_UP, source -> Optional.of(up(source) ? 1.0 : 0.0));
        each(visitor, MetricCatalog.SOURCE_AGE, source -> source.age(now).map(SelfMetrics::seconds));
        each(visitor, MetricCatalog.SOURCE_MAX_AGE, source -> Optional.of(seconds(source.maxAge())));
        each(visitor, MetricCatalog.SOURCE_POLL, source -> Optional.of(seconds(source.lastDuration())));
        each(visitor, MetricCatalog.SOURCE_INTERVAL, source -> Optional.of(seconds(source.interval())));
        each(
                visitor,
                MetricCatalog.SOURCE_CONFIGURED_INTERVAL,
                source -> Optional.of(seconds(source.pace().configured())));
        each(visitor, MetricCatalog.SOURCE_RESPONSE, source -> Optional.of((double) source.lastBytes()));
        each(visitor, MetricCatalog.SOURCE_UNREADABLE, source -> Optional.of((double) source.unreadable()));
        each(
                visitor,
                MetricCatalog.SOURCE_PROBLEM,
                source -> Optional.of(source.problem().isPresent() ? 1.0 : 0.0));
        present().forEach(source -> failures(visitor, source));
        sources.forEach(source -> visitor.sample(
                SlurmFactFamilies.SOURCE_ABSENT,
                source.absent().isPresent() ? 1 : 0,
                source.cluster(),
                source.source()));
        sources.stream()
                .filter(source -> !source.apiVersion().isEmpty())
                .forEach(source -> visitor.sample(
                        MetricCatalog.SOURCE_INFO,
                        1,
                        source.cluster(),
                        source.source(),
                        source.apiVersion(),
                        source.release()));
        tokenExpiry.forEach((cluster, at) -> visitor.sample(MetricCatalog.TOKEN_EXPIRY, at.getEpochSecond(), cluster));
        series.forEach((cluster, count) -> visitor.sample(MetricCatalog.SERIES, count, cluster));
        process(visitor);
    }

    /** Data that is too old to be served is not up, even while a request for new data has not failed yet. */
    private boolean up(SourceStatus source) {
        return source.failure().isEmpty() && source.observedAt().isPresent() && !source.stale(now);
    }

    private interface Reading {
        Optional<Double> of(SourceStatus source);
    }

    private void each(MetricVisitor visitor, MetricFamily family, Reading reading) {
        present()
                .forEach(source -> reading.of(source)
                        .ifPresent(value -> visitor.sample(family, value, source.cluster(), source.source())));
    }

    /** What is not there is neither up nor down, and has no age. */
    private Stream<SourceStatus> present() {
        return sources.stream().filter(source -> source.absent().isEmpty());
    }

    private static void failures(MetricVisitor visitor, SourceStatus source) {
        // All kinds from the start, at 0: a counter that appears with its first failure hides that failure from rate().
        for (FailureKind kind : FailureKind.values()) {
            visitor.sample(
                    MetricCatalog.SOURCE_FAILURES,
                    source.failures().getOrDefault(kind, 0L),
                    source.cluster(),
                    source.source(),
                    kind.label());
        }
    }

    private void process(MetricVisitor visitor) {
        visitor.sample(MetricCatalog.BUILD_INFO, 1, process.version(), process.java());
        visitor.sample(MetricCatalog.CPU, seconds(process.cpu()));
        process.residentBytes().ifPresent(bytes -> visitor.sample(MetricCatalog.RESIDENT_MEMORY, bytes));
        visitor.sample(MetricCatalog.UNCAUGHT_ERRORS, process.uncaughtErrors());
        visitor.sample(MetricCatalog.START_TIME, process.startedAt().toEpochMilli() / 1000.0);
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
