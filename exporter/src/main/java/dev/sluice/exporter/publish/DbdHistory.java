package dev.sluice.exporter.publish;

import dev.sluice.exporter.derive.controller.RpcHistory;
import dev.sluice.exporter.metrics.accounting.DbdMetrics;
import dev.sluice.exporter.model.accounting.DbdStatistics;
import dev.sluice.exporter.model.controller.RpcCount;
import java.util.List;

/** Counts slurmdbd's requests and rollups from one response to the next. */
final class DbdHistory {

    private final String cluster;
    private final RpcHistory rpcs;
    private final RpcHistory rollups;

    DbdHistory(String cluster, int messageTypes) {
        this.cluster = cluster;
        this.rpcs = new RpcHistory(messageTypes);
        this.rollups = new RpcHistory(messageTypes);
    }

    DbdMetrics observe(DbdStatistics one) {
        List<RpcCount> counts = one.rollups().stream()
                .map(rollup -> new RpcCount(rollup.period(), rollup.count(), rollup.micros(), 0, 0))
                .toList();
        return new DbdMetrics(
                cluster, one, rpcs.observe(one.byType(), one.since()), rollups.observe(counts, one.since()));
    }
}
