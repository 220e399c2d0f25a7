package dev.sluice.exporter.derive.facts;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * When slurmctld was started. From v0.0.45 on it says so; before, it only says since when it counts, which is its start
 * until it begins anew at midnight.
 */
public final class ControllerStart {

    private static final long DAY = 86_400;

    /** How late after midnight (UTC) the daily new beginning may be noticed. */
    private static final long LATE = 120;

    private Optional<Instant> startedAt = Optional.empty();
    private boolean told;

    /** Takes in what slurmctld itself says. */
    public Instant told(Instant bootedAt) {
        told = true;
        startedAt = Optional.of(bootedAt);
        return bootedAt;
    }

    /**
     * Takes in since when slurmctld counts.
     *
     * @return the start as far as it is known; after midnight what was known before, if anything
     */
    public Optional<Instant> counting(OptionalLong since) {
        if (!told && since.isPresent() && since.getAsLong() % DAY >= LATE) {
            startedAt = Optional.of(Instant.ofEpochSecond(since.getAsLong()));
        }
        return startedAt;
    }
}
