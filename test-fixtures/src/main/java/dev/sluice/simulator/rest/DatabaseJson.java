package dev.sluice.simulator.rest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.lab.scheduling.ClusterDefinition;
import dev.sluice.lab.scheduling.ClusterDefinition.Account;
import dev.sluice.lab.scheduling.ClusterDefinition.Limits;
import dev.sluice.lab.scheduling.ClusterDefinition.Qos;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Bodies of {@code /slurmdb/…/qos/}, {@code associations/} and {@code diag/}: slurmdbd's data. */
record DatabaseJson(Rendering rendering) {

    /** An account, or a user in an account. The user is empty for the account itself. */
    record Association(int id, String account, String user, String parent, int shares, Limits group) {
        /** Returns the account above; empty for the account root. */
        String above() {
            return user.isEmpty() ? parent : account;
        }

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

    Template qos() {
        return rendering
                .response("slurmdb/qos.json")
                .list(
                        "qos",
                        rendering.definition().qos(),
                        (record, qos) -> record.set("description", qos.id() == 1 ? "Normal QOS default" : qos.name())
                                .set("id", qos.id())
                                .set("name", qos.name())
                                .set("priority", qos.priority())
                                .set("limits.max.active_jobs.count", qos.group().jobs())
                                .set(
                                        "limits.max.jobs.active_jobs.per.user",
                                        qos.perUser().jobs())
                                .set("limits.max.tres.total", tres(qos.group()))
                                .set("limits.max.tres.per.user", tres(qos.perUser())));
    }

    /** Returns copies of the captured TRES limits of accounts physics and ml-infer. */
    private static List<JsonNode> tres(Limits limits) {
        List<JsonNode> list = new ArrayList<>();
        limits.cpus().ifPresent(count -> list.add(tres(17, count)));
        limits.gpus().ifPresent(count -> list.add(tres(3, count)));
        return list;
    }

    private static JsonNode tres(int association, int count) {
        String captured = "/associations/" + association + "/max/tres/total/0";
        return Template.of("rest/v0.0.45/slurmdb/associations.json", captured)
                .set("count", count)
                .json();
    }

    Template associations() {
        return rendering.response("slurmdb/associations.json").list("associations", tree(), this::fill);
    }

    List<Association> tree() {
        ClusterDefinition definition = rendering.definition();
        List<Association> tree = new ArrayList<>();
        tree.add(new Association(1, "root", "", "", 1, Limits.NONE));
        tree.add(new Association(2, "root", "root", "", 1, Limits.NONE));
        int id = 3;
        for (Account account : definition.accounts()) {
            String name = account.name();
            tree.add(new Association(id++, name, "", "root", account.shares(), account.group()));
            for (String user : account.users()) {
                tree.add(new Association(rendering.associationId(user), name, user, "", 1, Limits.NONE));
            }
        }
        return tree;
    }

    private void fill(Template record, Association association) {
        boolean person = !association.user().isEmpty() && !association.user().equals("root");
        Stream<String> all =
                rendering.definition().qos().stream().map(Qos::name).sorted();
        record.set("account", association.account())
                .set("cluster", rendering.definition().name())
                .set("default.qos", person ? "normal" : "")
                .set("max.jobs.per.count", association.group().jobs())
                .set("max.tres.total", tres(association.group()))
                .set("id", association.id())
                .set("is_default", !association.user().isEmpty())
                .set("lineage", association.lineage())
                .set("parent_account", association.parent())
                .set("qos", person ? all.toList() : List.of("normal"))
                .set("shares_raw", association.shares())
                .set("user", association.user());
    }

    /** Repeats the captured requests every ten minutes, and the captured roll-up every hour and every day. */
    Template diag() {
        long since = rendering.statistics().startedAt();
        long now = rendering.controller().now();
        Template answer =
                rendering.from("slurmdbd/diag-as-root.json").set("statistics.time_start", rendering.show(since));
        long duration = answer.number("statistics.rollups.hourly.duration.last");
        // slurmdbd also rolls up when it starts.
        rollUp(answer, "hourly", duration, 1 + passed(since, now, HOUR), Math.max(since, now - now % HOUR));
        rollUp(answer, "daily", duration, passed(since, now, DAY), now - now % DAY);
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

    private void rollUp(Template answer, String period, long duration, long count, long lastRun) {
        String rollup = "statistics.rollups." + period;
        if (count > 0) {
            answer.set(rollup + ".count", count)
                    .set(rollup + ".last_run", rendering.show(lastRun))
                    .setAll(duration, rollup + ".duration.last", rollup + ".duration.max")
                    .set(rollup + ".duration.time", count * duration);
        }
    }
}
