package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.SourceStatus;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The state of one watched resource and the age of its data. Thread-safe.
 *
 * <p>While a watch is open, the data is current at all times, because every change arrives as an event.
 * {@link WatchTuning#silence()} limits the time without events and bookmarks. After an orderly end of a
 * watch, the data is as old as the end; otherwise, as old as the last event or bookmark.
 */
final class WatchHealth {

    private final WatchTuning tuning;
    private final Clock clock;
    private SourceStatus last;
    private boolean open;
    private boolean denied;

    /** @param denied whether the account has no permission to read the resource */
    record State(SourceStatus status, boolean denied) {}

    WatchHealth(String cluster, String source, WatchTuning tuning, Clock clock) {
        this.tuning = tuning;
        this.clock = clock;
        this.last = SourceStatus.waiting(cluster, source, new SourceStatus.Pace(tuning.silence(), tuning.maxAge()));
    }

    /** Records a complete list. The time of the list's data is the time of its request. */
    synchronized void listed(Instant askedAt, SourceStatus.Answer answer, Duration took) {
        current(last.answered(askedAt, answer, took), false);
    }

    /** Records that a watch has started, or that an event or a bookmark has arrived. */
    synchronized void alive() {
        current(last.answered(clock.instant(), last.answer(), last.lastDuration()), true);
    }

    /** Records that the resource does not exist. The record is valid until the next check. */
    synchronized void absent(String why) {
        current(last.missing(why, last.lastDuration()).observed(clock.instant()), true);
    }

    private void current(SourceStatus status, boolean watched) {
        last = status;
        open = watched;
        denied = false;
    }

    /**
     * Records the end of a watch. After this call, the age of the data grows.
     *
     * @param sound true if the watch delivered every change until its end
     */
    synchronized void closed(boolean sound) {
        last = sound ? status() : last;
        open = false;
    }

    synchronized void failed(ApiFailure why) {
        last = last.failed(why.kind(), why.message(), clock.instant(), last.lastDuration());
        open = false;
        denied = why.is(ApiFailure.FORBIDDEN);
    }

    synchronized boolean failing() {
        return last.failure().isPresent();
    }

    /** Returns the time of the data; empty if no data is available. */
    synchronized Optional<Instant> observedAt() {
        return open ? Optional.of(clock.instant()) : last.observedAt();
    }

    synchronized State state() {
        return new State(status(), denied);
    }

    private SourceStatus status() {
        Duration interval = last.absent().isPresent() ? tuning.recheck() : tuning.silence();
        SourceStatus now = last.withPace(new SourceStatus.Pace(interval, tuning.maxAge()));
        return open ? now.observed(clock.instant()) : now;
    }
}
