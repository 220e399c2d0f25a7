package dev.sluice.exporter.api.view;

import dev.sluice.exporter.model.SourceStatus;
import java.time.Instant;
import java.util.Locale;

/** The state of a source in one word. */
public enum SourceState {
    /** The newest poll succeeded, and its numbers are served. */
    OK,
    /** The newest poll failed. Older numbers, if any, are still served. */
    FAILING,
    /** No poll has finished yet. */
    WAITING,
    /** The numbers are too old and withdrawn. */
    STALE,
    /** The cluster does not have the source, or this account may not read it. Not a failure. */
    ABSENT;

    private final String label = name().toLowerCase(Locale.ROOT);

    public String label() {
        return label;
    }

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
