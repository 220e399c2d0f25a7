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
 * The state of one watched resource and the age of its data. Changed on the event loop, readable from any thread.
 *
 * <p>While a watch is open, the data is current at all times, because every change arrives as an event.
 * {@link WatchTuning#silence()} limits the time without events and bookmarks. After a watch has ended or has been
 * silent for too long, the data is as old as its last event or bookmark.
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
            Optional<Instant> lastSeenAt,
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
            return new Health(state, lastSeenAt, false, apiVersion, unreadable, failure, failures, lastList, absent);
        }
    }

    /** Records a complete list. The time of the list's data is the time of its request. */
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

    /** Records that a watch has started, or that an event or a bookmark has arrived. */
    void alive() {
        health = health.alive(clock.instant());
    }

    /** Records the end of a watch. After this call, the age of the data grows. */
    void closed() {
        health = health.closed();
    }

    /** Records that the resource does not exist. The record is valid until the next check. */
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
                health.lastSeenAt(),
                false,
                health.apiVersion(),
                health.unreadable(),
                Optional.of(new Failure(kind, failure.message(), since)),
                Map.copyOf(failures),
                health.lastList(),
                Optional.empty());
    }

    /** Returns the failure kind to publish for a failure. */
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

    /** Returns the time of the data; empty if no data is available. */
    Optional<Instant> observedAt() {
        Health h = health;
        return h.open() ? Optional.of(clock.instant()) : h.lastSeenAt();
    }

    ResourceStatus status() {
        Health h = health;
        return new ResourceStatus(
                h.state(),
                new SourceStatus(
                        cluster,
                        resource.source(),
                        new SourceStatus.Pace(h.absent().isPresent() ? tuning.recheck() : tuning.silence(), maxAge),
                        h.open() ? Optional.of(clock.instant()) : h.lastSeenAt(),
                        new SourceStatus.Answer(
                                "", h.apiVersion(), h.lastList().bytes(), h.unreadable(), Optional.empty()),
                        new SourceStatus.Polls(h.lastList().took(), h.failures()),
                        h.failure(),
                        h.absent()));
    }
}
