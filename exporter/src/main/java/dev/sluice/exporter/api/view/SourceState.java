package dev.sluice.exporter.api.view;

import dev.sluice.exporter.model.SourceStatus;
import java.time.Instant;
import java.util.Locale;

/** A source in one word. */
public enum SourceState {
    /** Its newest poll was good, and its numbers are served. */
    OK,
    /** Its newest poll failed. Older numbers, if it ever had any, are still served. */
    FAILING,
    /** No poll has ended yet. */
    WAITING,
    /** Its numbers have become too old and are withdrawn. */
    STALE,
    /** The cluster does not have what it reads, or not for us. Not a failure. */
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
