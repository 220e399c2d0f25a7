package dev.sluice.exporter.model.accounting;

import dev.sluice.exporter.model.controller.RpcCount;
import java.util.List;

/**
 * slurmdbd's statistics of itself.
 *
 * @param since when it began to count, seconds since the epoch
 * @param rollups its summaries of usage
 * @param byType requests by message type
 */
public record DbdStatistics(long since, List<Rollup> rollups, List<RpcCount> byType) {

    public DbdStatistics {
        rollups = List.copyOf(rollups);
        byType = List.copyOf(byType);
    }

    /**
     * Summaries of one kind.
     *
     * @param period {@code hourly}, {@code daily} or {@code monthly}
     * @param count how many were made
     * @param lastRun when the newest was made, seconds since the epoch; 0 where none was
     * @param lastMicros how long the newest took, microseconds
     * @param maxMicros how long the longest took, microseconds
     * @param micros how long all took together, microseconds
     */
    public record Rollup(String period, long count, long lastRun, long lastMicros, long maxMicros, long micros) {}
}
