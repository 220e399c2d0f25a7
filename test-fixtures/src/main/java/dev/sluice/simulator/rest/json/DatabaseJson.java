package dev.sluice.simulator.rest.json;

import dev.sluice.lab.scheduling.controller.Account;
import dev.sluice.lab.scheduling.controller.ClusterDefinition;
import dev.sluice.lab.scheduling.controller.Limits;
import dev.sluice.lab.scheduling.controller.Qos;
import dev.sluice.simulator.cluster.DatabaseStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

    public static Template qos(Rendering rendering) {
        List<Qos> byId = new ArrayList<>(rendering.view().definition().qos().values());
        byId.sort((a, b) -> Integer.compare(a.id(), b.id()));
        List<String> preemptable =
                byId.stream().filter(Qos::preemptable).map(Qos::name).toList();
        return rendering
                .response("slurmdb/qos.json")
                .list(
                        "qos",
                        byId,
                        (record, qos) -> record.set("description", qos.id() == 1 ? "Normal QOS default" : qos.name())
                                .set("id", qos.id())
                                .set("name", qos.name())
                                .set("preempt.list", qos.preempts() ? preemptable : List.of())
                                .set("priority", qos.priority())
                                .set("limits.max.active_jobs.count", qos.group().jobs())
                                .set(
                                        "limits.max.jobs.active_jobs.per.user",
                                        qos.perUser().jobs())
                                .list("limits.max.tres.total", tres(qos.group()))
                                .list("limits.max.tres.per.user", tres(qos.perUser())));
    }

    /** Returns TRES limits. The id of CPUs is 1 in every Slurm. The ids of TRES that a site adds begin at 1001. */
    private static List<Template> tres(Limits limits) {
        List<Template> list = new ArrayList<>();
        limits.cpus().ifPresent(n -> list.add(Template.record("type", "cpu", "name", "", "id", 1, "count", n)));
        limits.gpus().ifPresent(n -> list.add(Template.record("type", "gres", "name", "gpu", "id", 1001, "count", n)));
        return list;
    }

    public static Template associations(Rendering rendering) {
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
        return rendering
                .response("slurmdb/associations.json")
                .list("associations", tree, (record, association) -> fill(record, association, definition));
    }

    private static void fill(Template record, Association association, ClusterDefinition definition) {
        boolean person = !association.user().isEmpty() && !association.user().equals("root");
        Set<String> qos = person ? definition.qos().keySet() : Set.of("normal");
        record.set("account", association.account())
                .set("cluster", definition.name())
                .set("default.qos", person ? "normal" : "")
                .set("max.jobs.per.count", association.group().jobs())
                .list("max.tres.total", tres(association.group()))
                .set("id", association.id())
                .set("is_default", !association.user().isEmpty())
                .set("lineage", association.lineage())
                .set("parent_account", association.parent())
                .set("qos", List.copyOf(qos))
                .set("shares_raw", association.shares())
                .set("user", association.user());
    }

    public static Template diag(Rendering rendering) {
        DatabaseStatistics.Counters counters = rendering.view().database();
        Template answer = rendering
                .from("slurmdbd/diag-as-root.json")
                .set("statistics.time_start", rendering.timeline().show(counters.since()));
        counters.rollups().forEach((period, done) -> {
            String rollup = "statistics.rollups." + period.name().toLowerCase(Locale.ROOT);
            answer.set(rollup + ".count", done.count())
                    .set(rollup + ".last_run", rendering.timeline().show(done.lastRun()))
                    .set(rollup + ".duration.last", done.last())
                    .set(rollup + ".duration.max", done.max())
                    .set(rollup + ".duration.time", done.total());
        });
        rpcs(answer, "statistics.RPCs", "rpc", counters.byType());
        rpcs(answer, "statistics.users", "user", counters.byUser());
        return answer;
    }

    private static void rpcs(
            Template answer, String list, String key, SortedMap<String, DatabaseStatistics.Rpcs> rpcs) {
        answer.list(
                list,
                rpcs.entrySet(),
                (record, rpc) -> record.set(key, rpc.getKey())
                        .set("count", rpc.getValue().count())
                        .set("time.average", rpc.getValue().average())
                        .set("time.total", rpc.getValue().totalTime()));
    }
}
