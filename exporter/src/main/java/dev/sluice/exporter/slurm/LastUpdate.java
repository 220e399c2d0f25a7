package dev.sluice.exporter.slurm;

import dev.sluice.exporter.slurm.schema.SlurmApiVersion;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * The time of slurmctld's last change to the records that the exporter holds, by slurmctld's clock, so that the next
 * request asks only for changes. Expires within a minute: slurmctld does not record every change (docs/operations.md
 * lists the known exceptions), and if its clock is set back, it reports "nothing changed" for as long.
 */
final class LastUpdate {

    private static final Duration MAX_TIME_BETWEEN_FULL_READS = Duration.ofMinutes(1);

    private final LongSupplier nanoTime;
    private SlurmApiVersion version = SlurmApiVersion.V0_0_40;
    private long epochSeconds;
    private long readInFullAt;
    private long askedAt;
    private boolean useless;

    LastUpdate(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    void remember(SlurmApiVersion version, long epochSeconds) {
        this.version = version;
        this.epochSeconds = epochSeconds;
        this.readInFullAt = nanoTime.getAsLong();
        this.askedAt = readInFullAt;
    }

    void forget() {
        epochSeconds = 0;
    }

    /** Stops asking for changes, because the server cannot process such a request. */
    void giveUp() {
        useless = true;
    }

    /** Returns the time since which to ask this API version for changes; empty if the full list must be requested. */
    OptionalLong since(SlurmApiVersion version) {
        long now = nanoTime.getAsLong();
        // Assumes that the next request follows after the same interval as this one.
        long fullReadOtherwise = now - readInFullAt + (now - askedAt);
        askedAt = now;
        boolean trusted = fullReadOtherwise <= MAX_TIME_BETWEEN_FULL_READS.toNanos();
        return epochSeconds > 0 && trusted && !useless && version == this.version
                ? OptionalLong.of(epochSeconds)
                : OptionalLong.empty();
    }
}
