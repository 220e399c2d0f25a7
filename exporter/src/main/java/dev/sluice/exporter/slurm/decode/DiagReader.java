package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.accounting.DbdStatistics;
import dev.sluice.exporter.model.controller.Diag;
import dev.sluice.exporter.model.controller.DiagCounter;
import dev.sluice.exporter.model.controller.DiagGauge;
import dev.sluice.exporter.model.controller.RpcCount;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Reads the statistics of slurmctld and slurmdbd. */
public final class DiagReader {

    private DiagReader() {}

    public static Optional<Diag> read(JsonTree json) {
        Map<DiagGauge, Double> gauges = new EnumMap<>(DiagGauge.class);
        for (DiagGauge gauge : DiagGauge.values()) {
            json.at(gauge.member()).number().ifPresent(value -> gauges.put(gauge, value * gauge.unit()));
        }
        gauges.put(DiagGauge.BACKFILL_ACTIVE, json.flag("bf_active") ? 1.0 : 0.0);
        meanTable(json).ifPresent(mean -> gauges.put(DiagGauge.BACKFILL_TABLE_MEAN, mean));
        Map<DiagCounter, Long> counters = new EnumMap<>(DiagCounter.class);
        for (DiagCounter counter : DiagCounter.values()) {
            json.at(counter.path().split("\\.", -1)).amount().ifPresent(value -> counters.put(counter, value));
        }
        if (!counters.containsKey(DiagCounter.MAIN_CYCLES)) {
            return Optional.empty();
        }
        return Optional.of(new Diag(
                gauges,
                counters,
                rpcs(json.at("rpcs_by_message_type"), "message_type", "total_time"),
                rpcs(json.at("rpcs_by_user"), "user", "total_time")));
    }

    /**
     * Returns the mean that sdiag shows: the sum divided by the number of cycles. slurmrestd divides the sum by a
     * different number.
     */
    private static OptionalDouble meanTable(JsonTree json) {
        OptionalDouble sum = json.number("bf_table_size_sum");
        double cycles = json.number("bf_cycle_counter").orElse(0);
        return sum.isPresent() && cycles > 0
                ? OptionalDouble.of(Math.floor(sum.getAsDouble() / cycles))
                : OptionalDouble.empty();
    }

    private static List<RpcCount> rpcs(JsonTree list, String name, String... total) {
        Map<String, RpcCount> byName = new HashMap<>();
        for (JsonTree rpc : list.elements()) {
            RpcCount count = new RpcCount(
                    rpc.at(name).name(),
                    rpc.count("count"),
                    rpc.at(total).count(),
                    rpc.amount("queued").orElse(0),
                    rpc.amount("dropped").orElse(0));
            // slurmrestd uses one name for all message types that this Slurm release does not know.
            byName.merge(count.name(), count, DiagReader::sum);
        }
        return new ArrayList<>(byName.values());
    }

    private static RpcCount sum(RpcCount a, RpcCount b) {
        return new RpcCount(
                a.name(),
                a.count() + b.count(),
                a.micros() + b.micros(),
                a.queued() + b.queued(),
                a.dropped() + b.dropped());
    }

    public static Optional<DbdStatistics> dbd(JsonTree json) {
        if (json.amount("time_start").isEmpty()) {
            return Optional.empty();
        }
        List<DbdStatistics.Rollup> rollups = new ArrayList<>();
        for (String period : List.of("hourly", "daily", "monthly")) {
            JsonTree rollup = json.at("rollups", period);
            if (rollup.amount("count").isPresent()) {
                rollups.add(new DbdStatistics.Rollup(
                        period, rollup.amount("duration", "last").orElse(0)));
            }
        }
        return Optional.of(new DbdStatistics(
                json.amount("time_start").orElse(0), rollups, rpcs(json.at("RPCs"), "rpc", "time", "total")));
    }
}
