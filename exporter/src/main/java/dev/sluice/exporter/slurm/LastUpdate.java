package dev.sluice.exporter.slurm;

import dev.sluice.exporter.slurm.schema.SlurmApiVersion;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * When slurmctld last changed the records that we hold, by its own clock, so that the next request can ask for changes
 * only. Forgets within a minute: slurmctld does not note every change (docs/operations.md lists those seen), and should its
 * clock be set back, "nothing changed" would be said for as long.
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

    /** The server cannot answer that question: it is not asked again. */
    void giveUp() {
        useless = true;
    }

    /** What to ask that version for changes since; empty where everything must be asked for. */
    OptionalLong since(SlurmApiVersion version) {
        long now = nanoTime.getAsLong();
        // The next request comes about as long after this one as this one after the last.
        long fullReadOtherwise = now - readInFullAt + (now - askedAt);
        askedAt = now;
        boolean trusted = fullReadOtherwise <= MAX_TIME_BETWEEN_FULL_READS.toNanos();
        return epochSeconds > 0 && trusted && !useless && version == this.version
                ? OptionalLong.of(epochSeconds)
                : OptionalLong.empty();
    }
}
