package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.exporter.api.view.ShownCluster;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.pending.ReachedLimit;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.accounting.Share;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Encodes the fair share and limits of one user or one account. Omits unknown values. */
public record AccountingDocument(
        String cluster,
        @JsonUnwrapped Optional<Listed.DataAge> observed,
        Optional<Instant> fairShareObservedAt,
        List<ShareOfUser> fairShare,
        long fairShareLeftOut,
        List<JobObstacles.LimitUsed> limits,
        List<String> withheld) {

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

    /** The fair share of an account, or of a user in an account. */
    record ShareOfUser(
            String account,
            String user,
            String partition,
            OptionalDouble shares,
            OptionalDouble sharesRatio,
            long usageSeconds,
            OptionalDouble usageRatio,
            OptionalDouble factor,
            OptionalDouble level) {

        static ShareOfUser of(Share share, Visibility visibility) {
            return new ShareOfUser(
                    visibility.account(share.account()),
                    visibility.user(share.user()),
                    share.partition(),
                    finite(share.shares()),
                    finite(share.sharesRatio()),
                    Math.round(share.usage()),
                    finite(share.usageRatio()),
                    finite(share.factor()),
                    finite(share.level()));
        }

        /** Without usage, the level is infinite, which JSON cannot represent. */
        private static OptionalDouble finite(OptionalDouble number) {
            return Double.isFinite(number.orElse(Double.NaN)) ? number : OptionalDouble.empty();
        }
    }

    /**
     * Encodes the fair share and limits in one cluster.
     *
     * @param ofLimits visibility for names in limits
     */
    public static AccountingDocument of(
            ShownCluster cluster, List<Share> shares, List<ReachedLimit> limits, Visibility ofLimits) {
        return new AccountingDocument(
                cluster.name(),
                cluster.queue().map(queue -> Listed.DataAge.at(queue.at(), cluster.now())),
                cluster.source(SlurmSource.SHARES)
                        .filter(unused -> cluster.withheld(SlurmSource.SHARES).isEmpty())
                        .flatMap(SourceStatus::observedAt),
                shares.stream()
                        .sorted(ORDER)
                        .limit(MAX_SHARES)
                        .map(share -> ShareOfUser.of(share, cluster.visibility().of(share.user())))
                        .toList(),
                Math.max(0, shares.size() - MAX_SHARES),
                limits.stream()
                        .map(limit -> JobObstacles.LimitUsed.of(limit, ofLimits))
                        .toList(),
                SOURCES.stream()
                        .flatMap(source -> withheld(cluster, source).stream())
                        .toList());
    }

    private static Optional<String> withheld(ShownCluster cluster, SlurmSource source) {
        return cluster.withheld(source)
                .map(why -> cluster.source(source)
                        .flatMap(SourceStatus::absent)
                        .map(absent -> source.label() + ": " + absent)
                        .orElse(why));
    }
}
