package dev.sluice.simulator.rest;

import dev.sluice.lab.scheduling.ClusterDefinition;
import dev.sluice.lab.scheduling.ClusterDefinition.Account;
import dev.sluice.lab.scheduling.ClusterDefinition.Limits;
import dev.sluice.lab.scheduling.ClusterDefinition.Qos;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

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

    private static final long REPEATED = 600;
    private static final long HOUR = 3_600;
    private static final long DAY = 24 * HOUR;

    private DatabaseJson() {}

    public static Template qos(Rendering rendering) {
        List<Qos> byId = rendering.definition().qos().values().stream()
                .sorted(Comparator.comparingInt(Qos::id))
                .toList();
        return rendering
                .response("slurmdb/qos.json")
                .list(
                        "qos",
                        byId,
                        (record, qos) -> record.set("description", qos.id() == 1 ? "Normal QOS default" : qos.name())
                                .set("id", qos.id())
                                .set("name", qos.name())
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
        ClusterDefinition definition = rendering.definition();
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

    /** Repeats the captured requests every ten minutes, and the captured roll-up every hour and every day. */
    public static Template diag(Rendering rendering) {
        long since = rendering.statistics().startedAt();
        long now = rendering.controller().now();
        Template answer =
                rendering.from("slurmdbd/diag-as-root.json").set("statistics.time_start", rendering.show(since));
        long duration = answer.number("statistics.rollups.hourly.duration.last");
        // slurmdbd also rolls up when it starts.
        rollUp(answer, "hourly", duration, 1 + passed(since, now, HOUR), Math.max(since, now - now % HOUR), rendering);
        rollUp(answer, "daily", duration, passed(since, now, DAY), now - now % DAY, rendering);
        for (String list : List.of("statistics.RPCs", "statistics.users")) {
            answer.each(list, record -> {
                long count = record.number("count") * (now - since + REPEATED) / REPEATED;
                record.set("count", count).set("time.total", count * record.number("time.average"));
            });
        }
        return answer;
    }

    private static long passed(long since, long now, long period) {
        return now / period - since / period;
    }

    private static void rollUp(
            Template answer, String period, long duration, long count, long lastRun, Rendering rendering) {
        String rollup = "statistics.rollups." + period;
        if (count > 0) {
            answer.set(rollup + ".count", count)
                    .set(rollup + ".last_run", rendering.show(lastRun))
                    .setAll(duration, rollup + ".duration.last", rollup + ".duration.max")
                    .set(rollup + ".duration.time", count * duration);
        }
    }
}
