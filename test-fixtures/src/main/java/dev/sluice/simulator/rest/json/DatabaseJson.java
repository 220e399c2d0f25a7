package dev.sluice.simulator.rest.json;

import dev.sluice.lab.scheduling.controller.Account;
import dev.sluice.lab.scheduling.controller.ClusterDefinition;
import dev.sluice.lab.scheduling.controller.Limits;
import dev.sluice.lab.scheduling.controller.Qos;
import dev.sluice.simulator.cluster.DatabaseStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;

/** Bodies of {@code /slurmdb/…/qos/}, {@code associations/} and {@code diag/}: slurmdbd's data. */
public final class DatabaseJson {

    /** An account, or a user in an account. The user is empty for the account itself. */
    private record Association(int id, String account, String user, String parent, int shares, Limits group) {
        String lineage() {
            if (account.equals("root")) {
                return user.isEmpty() ? "/" : "/0-" + user + "/";
            }
            return "/" + account + "/" + (user.isEmpty() ? "" : "0-" + user + "/");
        }
    }

    private DatabaseJson() {}

    public static void qos(SlurmJson json, Rendering rendering) {
        ClusterDefinition definition = rendering.view().definition();
        List<Qos> byId = new ArrayList<>(definition.qos().values());
        byId.sort((a, b) -> Integer.compare(a.id(), b.id()));
        List<String> preemptable =
                byId.stream().filter(Qos::preemptable).map(Qos::name).toList();
        json.objects(
                "qos",
                byId,
                (item, qos) -> item.text("description", qos.id() == 1 ? "Normal QOS default" : qos.name())
                        .texts("flags", List.of())
                        .number("id", qos.id())
                        .object("limits", limits -> limits(limits, qos))
                        .text("name", qos.name())
                        .object(
                                "preempt",
                                preempt -> preempt.texts("list", qos.preempts() ? preemptable : List.of())
                                        .texts("mode", List.of("DISABLED"))
                                        .infinite("exempt_time"))
                        .wrapped("priority", qos.priority())
                        .wrappedDecimal("usage_factor", 1.0)
                        .infiniteDecimal("usage_threshold"));
        Envelope.closeDatabase(json, rendering);
    }

    private static void limits(SlurmJson json, Qos qos) {
        json.number("grace_time", 0)
                .object("max", max -> max(max, qos))
                .infiniteDecimal("factor")
                .object(
                        "min",
                        min -> min.infinite("priority_threshold")
                                .object("tres", tres -> tres.object("per", per -> per.texts("job", List.of()))));
    }

    private static void max(SlurmJson json, Qos qos) {
        json.object(
                        "active_jobs",
                        active -> limit(
                                active.infinite("accruing"),
                                "count",
                                qos.group().jobs()))
                .object(
                        "jobs",
                        jobs -> jobs.infinite("count")
                                .object(
                                        "active_jobs",
                                        active -> active.object(
                                                "per",
                                                per -> limit(
                                                        per.infinite("account"),
                                                        "user",
                                                        qos.perUser().jobs())))
                                .object("per", per -> per.infinite("account").infinite("user")))
                .object("tres", tres -> qosTres(tres, qos))
                .object(
                        "wall_clock",
                        wall -> wall.object("per", per -> per.infinite("qos").infinite("job")))
                .object(
                        "accruing",
                        accruing -> accruing.object(
                                "per", per -> per.infinite("account").infinite("user")));
    }

    private static void qosTres(SlurmJson json, Qos qos) {
        tres(json, "total", qos.group());
        json.object(
                        "minutes",
                        minutes -> minutes.texts("total", List.of())
                                .object("per", per -> per.emptyLists("qos", "job", "account", "user")))
                .object("per", per -> tres(per.emptyLists("account", "job", "node"), "user", qos.perUser()));
    }

    private static void limit(SlurmJson json, String name, OptionalInt max) {
        if (max.isPresent()) {
            json.wrapped(name, max.getAsInt());
        } else {
            json.infinite(name);
        }
    }

    /** Writes TRES limits. The id of CPUs is 1 in every Slurm. The ids of TRES that a site adds begin at 1001. */
    private static void tres(SlurmJson json, String name, Limits limits) {
        record Tres(String type, String name, int id, int count) {}
        List<Tres> list = new ArrayList<>();
        limits.cpus().ifPresent(cpus -> list.add(new Tres("cpu", "", 1, cpus)));
        limits.gpus().ifPresent(gpus -> list.add(new Tres("gres", "gpu", 1001, gpus)));
        json.objects(
                name,
                list,
                (item, tres) -> item.text("type", tres.type())
                        .text("name", tres.name())
                        .number("id", tres.id())
                        .number("count", tres.count()));
    }

    public static void associations(SlurmJson json, Rendering rendering) {
        ClusterDefinition definition = rendering.view().definition();
        json.objects("associations", tree(rendering), (item, a) -> association(item, a, definition));
        Envelope.closeDatabase(json, rendering);
    }

    private static List<Association> tree(Rendering rendering) {
        ClusterDefinition definition = rendering.view().definition();
        List<Association> tree = new ArrayList<>();
        tree.add(new Association(1, "root", "", "", 1, Limits.NONE));
        tree.add(new Association(2, "root", "root", "", 1, Limits.NONE));
        int id = 3;
        for (Account account : definition.accounts().values()) {
            tree.add(new Association(id++, account.name(), "", "root", account.shares(), account.group()));
            definition.users().forEach((user, of) -> {
                if (of.equals(account.name())) {
                    tree.add(new Association(rendering.associationId(user), of, user, "", 1, Limits.NONE));
                }
            });
        }
        return tree;
    }

    private static void association(SlurmJson json, Association association, ClusterDefinition definition) {
        boolean person = !association.user().isEmpty() && !association.user().equals("root");
        Set<String> qos = person ? definition.qos().keySet() : Set.of("normal");
        json.texts("accounting", List.of())
                .text("account", association.account())
                .text("cluster", definition.name())
                .text("comment", "")
                .object("default", defaults -> defaults.text("qos", person ? "normal" : ""))
                .texts("flags", List.of())
                .object("max", max -> max(max, association))
                .number("id", association.id())
                .flag("is_default", !association.user().isEmpty())
                .text("lineage", association.lineage())
                .object("min", min -> min.infinite("priority_threshold"))
                .text("parent_account", association.parent())
                .text("partition", "")
                .infinite("priority")
                .texts("qos", List.copyOf(qos))
                .number("shares_raw", association.shares())
                .text("user", association.user());
    }

    private static void max(SlurmJson json, Association association) {
        json.object(
                        "jobs",
                        jobs -> jobs.object("per", per -> {
                                    limit(per, "count", association.group().jobs());
                                    per.infinite("accruing")
                                            .infinite("submitted")
                                            .infinite("wall_clock");
                                })
                                .infinite("active")
                                .infinite("accruing")
                                .infinite("total"))
                .object("tres", tres -> {
                    tres(tres, "total", association.group());
                    tres.object("group", group -> group.emptyLists("minutes", "active"))
                            .object(
                                    "minutes",
                                    minutes -> minutes.texts("total", List.of())
                                            .object("per", per -> per.texts("job", List.of())))
                            .object("per", per -> per.emptyLists("job", "node"));
                })
                .object("per", per -> per.object("account", account -> account.infinite("wall_clock")));
    }

    public static void diag(SlurmJson json, Rendering rendering) {
        DatabaseStatistics.Counters counters = rendering.view().database();
        json.object("statistics", statistics -> {
            statistics.number("time_start", rendering.timeline().show(counters.since()));
            statistics.object(
                    "rollups",
                    rollups -> counters.rollups()
                            .forEach((period, done) -> rollups.object(
                                    period.name().toLowerCase(Locale.ROOT),
                                    rollup -> rollup.number("count", done.count())
                                            .number(
                                                    "last_run",
                                                    rendering.timeline().show(done.lastRun()))
                                            .object(
                                                    "duration",
                                                    duration -> duration.number("last", done.last())
                                                            .number("max", done.max())
                                                            .number("time", done.total())))));
            rpcs(statistics, "RPCs", "rpc", counters.byType());
            rpcs(statistics, "users", "user", counters.byUser());
        });
        Envelope.closeDatabase(json, rendering);
    }

    private static void rpcs(SlurmJson json, String list, String key, SortedMap<String, DatabaseStatistics.Rpcs> rpcs) {
        json.objects(
                list,
                rpcs.entrySet(),
                (item, rpc) -> item.text(key, rpc.getKey())
                        .number("count", rpc.getValue().count())
                        .object(
                                "time",
                                time -> time.number("average", rpc.getValue().average())
                                        .number("total", rpc.getValue().totalTime())));
    }
}
