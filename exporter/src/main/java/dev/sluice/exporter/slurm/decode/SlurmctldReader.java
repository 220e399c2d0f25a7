package dev.sluice.exporter.slurm.decode;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.accounting.DbdStatistics;
import dev.sluice.exporter.model.cluster.Controller;
import dev.sluice.exporter.model.cluster.ControllerConf;
import dev.sluice.exporter.model.cluster.ControllerConf.PrivateData;
import dev.sluice.exporter.model.cluster.Diag;
import dev.sluice.exporter.model.cluster.Diag.RpcCount;
import dev.sluice.exporter.model.cluster.License;
import dev.sluice.exporter.model.cluster.Reservation;
import dev.sluice.exporter.model.cluster.SelectType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads licenses, reservations, slurmctld's configuration, and the statistics of slurmctld and slurmdbd. */
public final class SlurmctldReader {

    public static final RecordList<Controller> CONTROLLERS = RecordList.named(
            List.of("pings"),
            Set.of(),
            SlurmctldReader::controller,
            Comparator.comparing(Controller::host)
                    .thenComparing(Controller::role)
                    .thenComparing(Controller::up));

    /** The members of a response to conf. */
    public static final RecordList<ControllerConf> CONF = new RecordList<>(
            List.of(),
            new TreeSet<>(Set.of("slurm_conf", "slurm_conf_meta")),
            SlurmctldReader::conf,
            Optional.empty(),
            (before, now) -> now);

    private SlurmctldReader() {}

    public static License license(JsonTree json) {
        return new License(
                json.identity("LicenseName"),
                json.name("Nodes"),
                json.count("Total"),
                json.count("Used"),
                json.count("Free"),
                json.count("Reserved"));
    }

    /** Reads a controller in slurmrestd's response to ping, which has a different format in older API versions. */
    private static Controller controller(JsonTree json) {
        boolean up = json.flag("responding") || json.name("pinged").equals("UP");
        boolean primary = json.flag("primary") || json.name("mode").equals("primary");
        return new Controller(json.identity("hostname"), primary ? "primary" : "backup", up);
    }

    public static Reservation reservation(JsonTree json) {
        return new Reservation(
                json.identity("name"),
                time(json.at("start_time")),
                time(json.at("end_time")),
                json.amount("node_count").orElse(0),
                json.name("node_list"),
                json.amount("core_count").orElse(0),
                json.name("partition"),
                json.texts("flags"));
    }

    private static ControllerConf conf(JsonTree json) {
        JsonTree meta = json.at("slurm_conf_meta");
        JsonTree conf = json.at("slurm_conf");
        return new ControllerConf(
                meta.text("SLURM_VERSION"),
                time(meta.at("BOOT_TIME")),
                meta.amount("HashValue").orElse(0),
                select(conf.text("SelectType"), conf.texts("SelectTypeParameters")),
                (int) conf.amount("SlurmctldPort").orElse(0),
                PrivateData.of(conf.texts("PrivateData")),
                enforcesLimits(conf),
                conf.amount("MinJobAge").stream().mapToObj(Duration::ofSeconds).findFirst());
    }

    /** A Slurm release without this member may enforce limits. With {@code safe}, Slurm also writes {@code limits}. */
    private static boolean enforcesLimits(JsonTree conf) {
        return !conf.node().has("AccountingStorageEnforce")
                || conf.texts("AccountingStorageEnforce").contains("limits");
    }

    private static SelectType select(String type, List<String> parameters) {
        return type.isEmpty() ? SelectType.DEFAULT : SelectType.of(type, parameters);
    }

    private static Instant time(JsonTree json) {
        return Instant.ofEpochSecond(json.count());
    }

    public static Diag diag(JsonTree json) {
        Map<String, Double> numbers = new HashMap<>();
        addNumbers(json, "", numbers);
        if (!numbers.containsKey(Diag.MAIN_CYCLES)) {
            throw new JsonTree.UnreadableValue();
        }
        return new Diag(
                numbers,
                rpcs(json.at("rpcs_by_message_type"), "message_type", "total_time"),
                rpcs(json.at("rpcs_by_user"), "user", "total_time"));
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
                try {
                    json.number(name).ifPresent(value -> numbers.put(path + name, value));
                } catch (JsonTree.UnreadableValue e) {
                    // Omits only this number: the statistics have a hundred others.
                }
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
            byName.merge(count.name(), count, SlurmctldReader::sum);
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

    public static DbdStatistics dbd(JsonTree json) {
        List<DbdStatistics.Rollup> rollups = new ArrayList<>();
        for (String period : List.of("hourly", "daily", "monthly")) {
            JsonTree rollup = json.at("rollups", period);
            if (rollup.amount("count").isPresent()) {
                rollups.add(new DbdStatistics.Rollup(
                        period, rollup.amount("duration", "last").orElse(0)));
            }
        }
        return new DbdStatistics(json.count("time_start"), rollups, rpcs(json.at("RPCs"), "rpc", "time", "total"));
    }
}
