package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.pending.Dependency;
import dev.sluice.exporter.derive.pending.NodeGroup;
import dev.sluice.exporter.derive.pending.Obstacles;
import dev.sluice.exporter.derive.pending.ReachedLimit;
import dev.sluice.exporter.derive.pending.ReachedLimit.Holder;
import dev.sluice.exporter.derive.pending.WantedLicense;
import dev.sluice.exporter.derive.scaling.limit.AppliedLimit.Owner;
import dev.sluice.exporter.model.controller.License;
import dev.sluice.exporter.model.controller.Reservation;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Encodes the obstacles of a pending job. Omits empty members. */
final class ObstacleJson {

    private static final String SENTENCE = "sentence";

    private final Visibility visibility;
    private final Job pending;
    private final Instant now;

    ObstacleJson(Visibility visibility, Job pending, Instant now) {
        this.visibility = visibility;
        this.pending = pending;
        this.now = now;
    }

    /** Adds the obstacles of the pending job to the JSON of the job. */
    void put(ObjectNode job, Obstacles obstacles) {
        array(job, "limits", obstacles.limits(), this::limit);
        array(job, "dependencies", obstacles.dependencies(), ObstacleJson::dependency);
        if (obstacles.anyDependency()) {
            job.put("anyDependency", true);
        }
        array(job, "licenses", obstacles.licenses(), ObstacleJson::license);
        array(job, "reservations", obstacles.reservations(), this::reservation);
        array(job, "candidates", obstacles.nodes(), ObstacleJson::partition);
    }

    private static <T> void array(ObjectNode job, String name, Collection<T> all, Function<T, ObjectNode> element) {
        if (!all.isEmpty()) {
            job.set(name, JsonDocument.array(all, element));
        }
    }

    private ObjectNode limit(ReachedLimit limit) {
        ObjectNode object = limit(limit, visibility.of(pending.owner().user()));
        boolean all = showsHolders(limit.owner()) && !visibility.hidden().jobs();
        object.set("jobs", JsonDocument.array(all ? limit.holders() : own(limit.holders()), this::holder));
        return object.put("jobsLeftOut", all ? limit.holdersLeftOut() : 0);
    }

    /**
     * Returns the reader's own jobs. For a pending job of another user, returns no jobs: the list would reveal the
     * account of the pending job.
     */
    private List<Holder> own(List<Holder> holders) {
        return visibility.owns(pending.owner().user())
                ? holders.stream()
                        .filter(holder -> visibility.owns(holder.job().owner().user()))
                        .toList()
                : List.of();
    }

    /**
     * Returns true if all jobs of the limit may be listed. If all listed jobs have the same user, and the reader knows
     * the user of one of these jobs, the list reveals the user of all listed jobs.
     */
    private boolean showsHolders(Owner owner) {
        return switch (owner) {
            case QOS_USER, USER -> visibility.showsUsers();
            case QOS_ACCOUNT, ACCOUNT -> visibility.showsAccounts();
            case QOS, ARRAY -> true;
        };
    }

    /** Encodes a limit with its usage. Omits the jobs of the limit. */
    static ObjectNode limit(ReachedLimit limit, Visibility visibility) {
        String name = limit.owner() == Owner.ACCOUNT || limit.owner() == Owner.USER
                ? visibility.account(limit.name())
                : limit.name();
        ObjectNode object =
                JsonDocument.object().put("owner", limit.owner().name().toLowerCase(Locale.ROOT));
        JsonDocument.text(object, "name", name);
        object.put("limit", limit.label());
        JsonDocument.text(object, "resource", limit.limit().tres());
        object.put("max", Math.round(limit.limit().most()));
        amount(object, "used", limit.used());
        amount(object, "requested", limit.asks());
        if (limit.refuses()) {
            object.put("refuses", true);
        }
        return object.put(SENTENCE, ObstacleWords.sentence(limit, name));
    }

    private static void amount(ObjectNode object, String name, OptionalDouble amount) {
        amount.ifPresent(present -> object.put(name, Math.round(present)));
    }

    private ObjectNode holder(Holder holder) {
        Visibility names = visibility.of(holder.job().owner().user());
        ObjectNode object = JsonDocument.object().put("jobId", holder.job().id());
        JsonDocument.text(object, "name", names.jobName(holder.job().name()));
        JobJson.putOwner(object, holder.job().owner(), names);
        object.put("state", holder.job().status().state().label());
        object.put("uses", Math.round(holder.uses()));
        RunJson.endsAtLatest(holder.job()).ifPresent(end -> object.put("endsAtLatest", end.toString()));
        return object;
    }

    private static ObjectNode dependency(Dependency dependency) {
        ObjectNode object = JsonDocument.object().put("type", dependency.type());
        if (dependency.jobId() > 0) {
            object.put("jobId", dependency.jobId());
        }
        JsonDocument.text(object, "task", dependency.task());
        object.put("failed", dependency.failed());
        object.set("states", JsonDocument.numbers(dependency.states(), JobState::label));
        return object.put(SENTENCE, ObstacleWords.sentence(dependency));
    }

    private static ObjectNode license(WantedLicense wanted) {
        ObjectNode object = JsonDocument.object().put("name", wanted.name()).put("requested", wanted.asks());
        wanted.license().ifPresent(known -> amounts(object.put("enough", wanted.isFree()), known));
        return object.put(SENTENCE, ObstacleWords.sentence(wanted));
    }

    private static void amounts(ObjectNode object, License license) {
        object.put("free", license.free())
                .put("used", license.used())
                .put("reserved", license.reserved())
                .put("total", license.total());
    }

    private ObjectNode reservation(Reservation reservation) {
        return JsonDocument.object()
                .put("name", reservation.name())
                .put("active", reservation.active(now))
                .put("startsAt", reservation.start().toString())
                .put("endsAt", reservation.end().toString())
                .put("nodes", reservation.nodes());
    }

    private static ObjectNode partition(NodeGroup.OfPartition nodes) {
        return JsonDocument.object()
                .put("partition", nodes.partition())
                .put(SENTENCE, ObstacleWords.sentence(nodes))
                .set("groups", JsonDocument.array(nodes.groups(), ObstacleJson::group));
    }

    private static ObjectNode group(NodeGroup group) {
        return JsonDocument.object()
                .put("cause", group.cause().label())
                .put("nodes", group.nodes())
                .put(SENTENCE, ObstacleWords.sentence(group))
                .set("examples", JsonDocument.texts(group.examples()));
    }
}
