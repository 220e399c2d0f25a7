package dev.sluice.exporter.slurm;

import dev.sluice.exporter.slurm.decode.AnswerReader;
import dev.sluice.exporter.slurm.decode.SlurmApiVersion;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * The time at which slurmctld last changed the records that the exporter holds, by slurmctld's clock. The next request
 * uses this time to request only changes. The time expires within a minute for two reasons. First, slurmctld does not
 * record every change (docs/operations.md lists the known exceptions). Second, if slurmctld's clock is set back,
 * slurmctld reports "nothing changed" until its clock reaches the old time again.
 */
final class LastUpdate<T> {

    private static final Duration MAX_TIME_BETWEEN_FULL_READS = Duration.ofMinutes(1);

    private final LongSupplier nanoTime;
    private SlurmApiVersion version = SlurmApiVersion.V0_0_40;
    private long epochSeconds;
    private long readInFullAt;
    private long askedAt;
    private boolean useless;
    private List<T> records = List.of();

    LastUpdate(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Remembers a response. After an error or unreadable records, the full list must be requested next. A request for
     * changes has two problems. First, slurmrestd would send the error without data, and the poll would fail. Second,
     * if nothing changed, the unreadable records would stay missing.
     */
    void remember(SlurmApiVersion version, AnswerReader<T> answer) {
        boolean good = answer.errors().isEmpty() && answer.unreadable() == 0;
        remember(version, good ? answer.lastUpdate() : 0, answer.records());
    }

    void remember(SlurmApiVersion version, long epochSeconds, List<T> records) {
        this.records = records;
        this.version = version;
        this.epochSeconds = epochSeconds;
        this.readInFullAt = nanoTime.getAsLong();
        this.askedAt = readInFullAt;
    }

    List<T> records() {
        return records;
    }

    void forget() {
        epochSeconds = 0;
    }

    /** Stops requesting only changes, because the server cannot process such a request. */
    void giveUp() {
        useless = true;
    }

    /**
     * Returns the time after which the requested changes happened, for this API version; empty if the full list must be
     * requested.
     */
    OptionalLong since(SlurmApiVersion version) {
        long now = nanoTime.getAsLong();
        // Assumes that the interval before the next request equals the interval before this request.
        long fullReadOtherwise = now - readInFullAt + (now - askedAt);
        askedAt = now;
        boolean trusted = fullReadOtherwise <= MAX_TIME_BETWEEN_FULL_READS.toNanos();
        return epochSeconds > 0 && trusted && !useless && version == this.version
                ? OptionalLong.of(epochSeconds)
                : OptionalLong.empty();
    }
}
