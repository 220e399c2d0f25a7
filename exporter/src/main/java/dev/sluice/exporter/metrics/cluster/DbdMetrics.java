package dev.sluice.exporter.metrics.cluster;

import dev.sluice.exporter.derive.RpcHistory.Count;
import dev.sluice.exporter.metrics.family.Scope;
import dev.sluice.exporter.metrics.family.Section;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.accounting.DbdStatistics;
import dev.sluice.exporter.model.accounting.DbdStatistics.Rollup;
import java.util.SortedMap;

/**
 * The metrics from slurmdbd's statistics.
 *
 * @param dbd current statistics of slurmdbd
 * @param rpcs RPCs since the first poll, by message type
 */
public record DbdMetrics(String cluster, DbdStatistics dbd, SortedMap<String, Count> rpcs) {

    private static final double MICROS = 1e6;

    private static final Scope<DbdMetrics, DbdMetrics> CLUSTER = Scope.cluster(DbdMetrics::cluster);
    private static final Scope<DbdMetrics, Count> TYPE = CLUSTER.eachEntry(
            "message type of slurmdbd, up to 150, and `other`", "type", metrics -> metrics.rpcs.entrySet());
    private static final Scope<DbdMetrics, Rollup> PERIOD = CLUSTER.each(
                    "period of slurmdbd's summaries", metrics -> metrics.dbd.rollups())
            .by("period", Rollup::period);

    public static final Section<DbdMetrics> SECTION = Section.of(
            "slurmdbd",
            SlurmSource.DBD.label(),
            "Needs a Slurm user with `AdminLevel=Admin`. Counted since Sluice started, across " + "slurmdbd's resets.",
            TYPE.counter("slurm_dbd_rpcs_total")
                    .help("RPCs processed by slurmdbd.")
                    .value(Count::count),
            TYPE.secondsCounter("slurm_dbd_rpc_busy_seconds_total")
                    .help("Time spent by slurmdbd on RPCs.")
                    .value(count -> count.micros() / MICROS),
            PERIOD.seconds("slurm_dbd_rollup_last_seconds")
                    .help("Duration of the last roll-up.")
                    .value(rollup -> rollup.lastMicros() / MICROS));
}
