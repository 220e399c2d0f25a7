package dev.sluice.exporter.model.accounting;

import dev.sluice.exporter.model.cluster.Diag.RpcCount;
import java.util.List;

/**
 * slurmdbd's own statistics.
 *
 * @param since start of counting, in seconds since the epoch
 * @param byType requests by message type
 */
public record DbdStatistics(long since, List<Rollup> rollups, List<RpcCount> byType) {

    public DbdStatistics {
        rollups = List.copyOf(rollups);
        byType = List.copyOf(byType);
    }

    /**
     * The usage rollups of one period.
     *
     * @param period {@code hourly}, {@code daily} or {@code monthly}
     * @param lastMicros duration of the newest rollup in microseconds
     */
    public record Rollup(String period, long lastMicros) {}
}
