package dev.sluice.exporter.slurm.decode;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.accounting.DbdStatistics;
import dev.sluice.exporter.model.controller.Diag;
import dev.sluice.exporter.model.controller.Diag.RpcCount;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the statistics of slurmctld and slurmdbd. */
public final class DiagReader {

    private DiagReader() {}

    public static Optional<Diag> read(JsonTree json) {
        Map<String, Double> numbers = new HashMap<>();
        addNumbers(json, "", numbers);
        if (!numbers.containsKey(Diag.MAIN_CYCLES)) {
            return Optional.empty();
        }
        return Optional.of(new Diag(
                numbers,
                rpcs(json.at("rpcs_by_message_type"), "message_type", "total_time"),
                rpcs(json.at("rpcs_by_user"), "user", "total_time")));
    }

    /** Adds the numbers and flags of an object and of the objects below; omits lists and texts. */
    private static void addNumbers(JsonTree json, String path, Map<String, Double> numbers) {
        json.node().fieldNames().forEachRemaining(name -> {
            JsonNode member = json.node().path(name);
            if (member.isBoolean()) {
                numbers.put(path + name, member.booleanValue() ? 1.0 : 0.0);
            } else if (member.isObject() && !member.has("set")) {
                addNumbers(json.at(name), path + name + ".", numbers);
            } else if (member.isObject() || (member.isNumber() && member.doubleValue() >= 0)) {
                json.number(name).ifPresent(value -> numbers.put(path + name, value));
            }
        });
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
