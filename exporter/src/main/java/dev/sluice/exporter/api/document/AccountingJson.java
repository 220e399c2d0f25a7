package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.pending.ReachedLimit;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.accounting.Share;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/** Encodes the fair share and limits of one user or one account. Omits unknown values. */
public final class AccountingJson {

    /**
     * Maximum number of shares, because the account of a large group can have many users. The shares with the highest
     * usage come first.
     */
    static final int MAX_SHARES = 50;

    private static final List<SlurmSource> SOURCES = List.of(
            SlurmSource.JOBS, SlurmSource.PARTITIONS, SlurmSource.SHARES, SlurmSource.QOS, SlurmSource.ASSOCIATIONS);

    /** The order of shares: first the account's own share, then the users' shares, highest usage first. */
    private static final Comparator<Share> ORDER = Comparator.<Share, Boolean>comparing(
                    share -> !share.user().isEmpty())
            .thenComparing(Share::usage, Comparator.reverseOrder())
            .thenComparing(Share::account)
            .thenComparing(Share::user)
            .thenComparing(Share::partition);

    private AccountingJson() {}

    /**
     * Encodes the fair share and limits in one cluster.
     *
     * @param visibility visibility for the reader
     * @param ofLimits visibility for names in limits
     */
    public static ObjectNode of(
            ClusterView cluster,
            List<Share> shares,
            List<ReachedLimit> limits,
            Visibility visibility,
            Visibility ofLimits,
            Instant now) {
        ObjectNode object = JsonDocument.object().put("cluster", cluster.name());
        cluster.queueAt(now).ifPresent(queue -> JsonDocument.age(object, queue.at(), now));
        cluster.source(SlurmSource.SHARES)
                .filter(unused -> cluster.withheld(SlurmSource.SHARES, now).isEmpty())
                .flatMap(SourceStatus::observedAt)
                .ifPresent(at -> object.put("fairShareObservedAt", at.toString()));
        List<Share> sorted = shares.stream().sorted(ORDER).toList();
        object.set(
                "fairShare",
                JsonDocument.array(
                        sorted.subList(0, Math.min(MAX_SHARES, sorted.size())),
                        share -> share(share, visibility.of(share.user()))));
        object.put("fairShareLeftOut", Math.max(0, sorted.size() - MAX_SHARES));
        object.set("limits", JsonDocument.array(limits, limit -> ObstacleJson.limit(limit, ofLimits)));
        return object.set("withheld", JsonDocument.texts(withheld(cluster, now)));
    }

    private static List<String> withheld(ClusterView cluster, Instant now) {
        List<String> reasons = new ArrayList<>();
        for (SlurmSource source : SOURCES) {
            cluster.withheld(source, now)
                    .map(why -> cluster.source(source)
                            .flatMap(SourceStatus::absent)
                            .map(absent -> source.label() + ": " + absent)
                            .orElse(why))
                    .ifPresent(reasons::add);
        }
        return reasons;
    }

    private static ObjectNode share(Share share, Visibility visibility) {
        ObjectNode object = JsonDocument.object();
        JsonDocument.text(object, "account", visibility.account(share.account()));
        JsonDocument.text(object, "user", visibility.user(share.user()));
        JsonDocument.text(object, "partition", share.partition());
        number(object, "shares", share.shares());
        number(object, "sharesRatio", share.sharesRatio());
        object.put("usageSeconds", Math.round(share.usage()));
        number(object, "usageRatio", share.usageRatio());
        number(object, "factor", share.factor());
        // Without usage, the level is infinite, which JSON cannot represent.
        number(object, "level", share.level());
        return object;
    }

    private static void number(ObjectNode object, String name, OptionalDouble number) {
        if (Double.isFinite(number.orElse(Double.NaN))) {
            object.put(name, number.getAsDouble());
        }
    }
}
