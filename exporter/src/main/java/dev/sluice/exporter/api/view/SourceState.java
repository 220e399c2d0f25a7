package dev.sluice.exporter.api.view;

import dev.sluice.exporter.model.SourceStatus;
import java.time.Instant;

/** The state of a source in one word. */
public enum SourceState {
    /** The newest poll succeeded, and the values of this poll are served. */
    OK,
    /** The newest poll failed. Values of an earlier poll are still served if they exist. */
    FAILING,
    /** No poll has finished yet. */
    WAITING,
    /** The values are too old and have been withdrawn. */
    STALE,
    /**
     * The cluster does not have the source, or the exporter's account has no permission to read the source. This state
     * is not a failure.
     */
    ABSENT;

    public static SourceState of(SourceStatus source, Instant now) {
        if (source.absent().isPresent()) {
            return ABSENT;
        }
        if (source.stale(now)) {
            return STALE;
        } else if (source.failure().isPresent()) {
            return FAILING;
        }
        return source.observedAt().isPresent() ? OK : WAITING;
    }
}
