package dev.sluice.exporter.kubernetes;

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
 * The state of one watched resource and the age of its data. Thread-safe.
 *
 * <p>While a watch is open, the data is current at all times, because every change arrives as an event.
 * {@link WatchTuning#silence()} limits the time without events and bookmarks. After the end of a watch, the data is as
 * old as the end; after a silence or an invalid event, the data is as old as the last event or bookmark.
 */
final class WatchHealth {

    private final KubernetesSettings settings;
    private final WatchTuning tuning;
    private final Clock clock;
    private final String source;

    private ResourceStatus.State state = ResourceStatus.State.STARTING;
    private Optional<Instant> lastSeenAt = Optional.empty();
    private boolean open;
    private String apiVersion = "";
    private int unreadable;
    private Optional<Failure> failure = Optional.empty();
    private final Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);
    private Duration took = Duration.ZERO;
    private long bytes;
    private Optional<String> absent = Optional.empty();

    WatchHealth(KubernetesSettings settings, WatchTuning tuning, Clock clock, String source) {
        this.settings = settings;
        this.tuning = tuning;
        this.clock = clock;
        this.source = source;
    }

    /** Records a complete list. The time of the list's data is the time of its request. */
    synchronized void listed(Instant askedAt, String version, int unreadableObjects, Duration duration, long size) {
        current(askedAt, false);
        apiVersion = version;
        unreadable = unreadableObjects;
        took = duration;
        bytes = size;
    }

    /** Records that a watch has started, or that an event or a bookmark has arrived. */
    synchronized void alive() {
        current(clock.instant(), true);
    }

    private void current(Instant at, boolean watched) {
        state = ResourceStatus.State.CURRENT;
        lastSeenAt = Optional.of(at);
        open = watched;
        failure = Optional.empty();
        absent = Optional.empty();
    }

    /**
     * Records the end of a watch. After this call, the age of the data grows.
     *
     * @param sound true if the watch delivered every change until its end
     */
    synchronized void closed(boolean sound) {
        lastSeenAt = sound ? observedAt() : lastSeenAt;
        open = false;
    }

    /** Records that the resource does not exist. The record is valid until the next check. */
    synchronized void absent(String why) {
        current(clock.instant(), true);
        state = ResourceStatus.State.ABSENT;
        apiVersion = "";
        unreadable = 0;
        absent = Optional.of(why);
    }

    synchronized void failed(ApiFailure why) {
        failures.merge(why.kind(), 1L, Long::sum);
        state = why.isDenied() ? ResourceStatus.State.DENIED : ResourceStatus.State.FAILING;
        open = false;
        failure = Optional.of(new Failure(
                why.kind(), why.message(), failure.map(Failure::since).orElseGet(clock::instant)));
        absent = Optional.empty();
    }

    synchronized boolean failing() {
        return failure.isPresent();
    }

    /** Returns the time of the data; empty if no data is available. */
    synchronized Optional<Instant> observedAt() {
        return open ? Optional.of(clock.instant()) : lastSeenAt;
    }

    synchronized ResourceStatus status() {
        return new ResourceStatus(
                state,
                new SourceStatus(
                        settings.cluster(),
                        source,
                        new SourceStatus.Pace(
                                absent.isPresent() ? tuning.recheck() : tuning.silence(), settings.maxAge()),
                        observedAt(),
                        new SourceStatus.Answer("", apiVersion, bytes, unreadable, Optional.empty()),
                        new SourceStatus.Polls(took, Map.copyOf(failures)),
                        failure,
                        absent));
    }
}
