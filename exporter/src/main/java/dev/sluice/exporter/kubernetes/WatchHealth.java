package dev.sluice.exporter.kubernetes;

import dev.sluice.common.kubernetes.ApiFailure;
import dev.sluice.common.kubernetes.ListWatch;
import dev.sluice.common.kubernetes.WatchTuning;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.SourceStatus.Failure;
import dev.sluice.exporter.model.kubernetes.ResourceStatus;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of how one resource is read, and how old its data is. Changed on the event loop, read from any thread.
 *
 * <p>While a watch is open, the data is as of now: whatever changed would have come. That holds for an open connection
 * as such, not only for its events and bookmarks; how long it may hold without either is bounded by
 * {@link WatchTuning#silence()}. Once a watch has ended or gone silent, the data is as old as its last sign of life.
 */
final class WatchHealth {

    private final String cluster;
    private final Duration maxAge;
    private final WatchTuning tuning;
    private final Clock clock;
    private final WatchedResource<?> resource;
    private volatile Health health = new Health(
            ResourceStatus.State.STARTING,
            Optional.empty(),
            false,
            "",
            0,
            Optional.empty(),
            Map.of(),
            new ListWatch.Listed(Duration.ZERO, 0),
            Optional.empty());

    WatchHealth(KubernetesSettings settings, WatchTuning tuning, Clock clock, WatchedResource<?> resource) {
        this.cluster = settings.cluster();
        this.maxAge = settings.maxAge();
        this.tuning = tuning;
        this.clock = clock;
        this.resource = resource;
    }

    private record Health(
            ResourceStatus.State state,
            Optional<Instant> heardAt,
            boolean open,
            String apiVersion,
            int unreadable,
            Optional<Failure> failure,
            Map<FailureKind, Long> failures,
            ListWatch.Listed lastList,
            Optional<String> absent) {

        Health alive(Instant at) {
            return new Health(
                    ResourceStatus.State.CURRENT,
                    Optional.of(at),
                    true,
                    apiVersion,
                    unreadable,
                    Optional.empty(),
                    failures,
                    lastList,
                    absent);
        }

        Health closed() {
            return new Health(state, heardAt, false, apiVersion, unreadable, failure, failures, lastList, absent);
        }
    }

    /** The list is here, as of when it was asked for. */
    void listed(Instant askedAt, String apiVersion, int unreadable, ListWatch.Listed list) {
        health = new Health(
                ResourceStatus.State.CURRENT,
                Optional.of(askedAt),
                false,
                apiVersion,
                unreadable,
                Optional.empty(),
                health.failures(),
                list,
                Optional.empty());
    }

    /** A watch has begun, or something came from it. */
    void alive() {
        health = health.alive(clock.instant());
    }

    /** The watch is over; the data ages from its last sign of life on. */
    void closed() {
        health = health.closed();
    }

    /** There are no such objects: known as of now, until that is looked at again, in so long. */
    void absent(String why) {
        health = new Health(
                ResourceStatus.State.ABSENT,
                Optional.of(clock.instant()),
                true,
                "",
                0,
                Optional.empty(),
                health.failures(),
                health.lastList(),
                Optional.of(why));
    }

    /** An attempt has failed. */
    void failed(ApiFailure failure) {
        Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);
        failures.putAll(health.failures());
        FailureKind kind = kind(failure);
        failures.merge(kind, 1L, Long::sum);
        Instant since = health.failure().map(Failure::since).orElseGet(clock::instant);
        health = new Health(
                failure.remedy() == ApiFailure.Remedy.GRANT
                        ? ResourceStatus.State.DENIED
                        : ResourceStatus.State.FAILING,
                health.heardAt(),
                false,
                health.apiVersion(),
                health.unreadable(),
                Optional.of(new Failure(kind, failure.message(), since)),
                Map.copyOf(failures),
                health.lastList(),
                Optional.empty());
    }

    /** The kind under which a failure is published. */
    static FailureKind kind(ApiFailure failure) {
        return switch (failure.kind()) {
            case UNREACHABLE -> FailureKind.UNREACHABLE;
            case TIMEOUT -> FailureKind.TIMEOUT;
            case UNAUTHORIZED -> FailureKind.UNAUTHORIZED;
            case UNEXPECTED_STATUS -> FailureKind.UNEXPECTED_STATUS;
            case UNDECODABLE -> FailureKind.UNDECODABLE;
            case TOO_LARGE -> FailureKind.TOO_LARGE;
        };
    }

    boolean failing() {
        return health.failure().isPresent();
    }

    ResourceStatus.State state() {
        return health.state();
    }

    /** As of when the data holds; empty until there is any. */
    Optional<Instant> observedAt() {
        Health h = health;
        return h.open() ? Optional.of(clock.instant()) : h.heardAt();
    }

    ResourceStatus status() {
        Health h = health;
        return new ResourceStatus(
                h.state(),
                resource.optional(),
                new SourceStatus(
                        cluster,
                        resource.source(),
                        new SourceStatus.Pace(h.absent().isPresent() ? tuning.recheck() : tuning.silence(), maxAge),
                        h.open() ? Optional.of(clock.instant()) : h.heardAt(),
                        new SourceStatus.Answer(
                                "", h.apiVersion(), h.lastList().bytes(), h.unreadable(), Optional.empty()),
                        new SourceStatus.Polls(h.lastList().took(), h.failures()),
                        h.failure(),
                        h.absent()));
    }
}
