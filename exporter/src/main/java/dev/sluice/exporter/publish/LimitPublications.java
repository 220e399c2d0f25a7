package dev.sluice.exporter.publish;

import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.accounting.LimitUse;
import dev.sluice.exporter.derive.accounting.ShownLimits;
import dev.sluice.exporter.derive.pending.Constraints;
import dev.sluice.exporter.metrics.Publication;
import dev.sluice.exporter.metrics.cluster.LimitMetrics;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.accounting.Share;
import dev.sluice.exporter.model.cluster.ClusterSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Creates the publications of QOS and account limits, with the use of each limit, after each response with limits or
 * jobs.
 */
final class LimitPublications {

    private final SeriesBudget budget;
    private Latest<Qos> qos = Latest.none();
    private Latest<Association> accounts = Latest.none();
    private Optional<String> slurmCluster = Optional.empty();
    private Instant jobsExpireAt = Instant.MIN;

    /** The newest response of a source. */
    private record Latest<T>(List<T> records, Instant expiresAt) {

        static <T> Latest<T> none() {
            return new Latest<>(List.of(), Instant.MIN);
        }

        /**
         * Returns the time at which the use of these limits is withdrawn. This time is the expiry of the limits or of
         * the jobs, whichever is earlier.
         */
        Instant expiresWith(Instant jobs) {
            return expiresAt.isBefore(jobs) ? expiresAt : jobs;
        }
    }

    LimitPublications(SeriesBudget budget) {
        this.budget = budget;
    }

    void qos(List<Qos> observed, Instant expiresAt) {
        qos = new Latest<>(observed, expiresAt);
    }

    void associations(List<Association> observed, Instant expiresAt) {
        List<Association> ofAccounts = observed.stream()
                .filter(association -> association.user().isEmpty())
                .toList();
        accounts = new Latest<>(ofAccounts, expiresAt);
    }

    /**
     * Finds this cluster's name in slurmctld's shares, because slurmdbd returns all clusters and does not mark this
     * cluster.
     */
    void shares(List<Share> shares) {
        slurmCluster = shares.stream().map(Share::cluster).findFirst();
    }

    void jobs(Instant expiresAt) {
        jobsExpireAt = expiresAt;
    }

    /** Returns the given constraints plus the limits on jobs of this cluster. */
    Constraints within(Constraints others) {
        return others.withLimits(qos.records(), ofThisCluster());
    }

    /** Returns no publications while jobs or partitions are unknown, because the use of the limits is also unknown. */
    List<Publication> publications(ClusterSnapshot now) {
        if (now.jobs().isEmpty() || now.partitions().isEmpty()) {
            return List.of();
        }
        String cluster = now.cluster();
        List<Association> own = ofThisCluster();
        LimitUse use =
                new LimitUse(now.jobs().get().value(), now.partitions().get().value(), own);
        ShownLimits ofQos = ShownLimits.of(use.ofQos(qos.records()), budget.queues());
        ShownLimits ofAccounts = ShownLimits.of(use.ofAccounts(own, budget.accountNames()), budget.accounts());
        return List.of(
                new Publication(
                        cluster, "limits-qos", LimitMetrics.ofQos(cluster, ofQos), qos.expiresWith(jobsExpireAt)),
                new Publication(
                        cluster,
                        "limits-accounts",
                        LimitMetrics.ofAccounts(cluster, ofAccounts),
                        accounts.expiresWith(jobsExpireAt)));
    }

    private List<Association> ofThisCluster() {
        Set<String> clusters =
                accounts.records().stream().map(Association::cluster).collect(Collectors.toSet());
        if (clusters.size() <= 1) {
            return accounts.records();
        }
        return accounts.records().stream()
                .filter(association ->
                        slurmCluster.filter(association.cluster()::equals).isPresent())
                .toList();
    }
}
