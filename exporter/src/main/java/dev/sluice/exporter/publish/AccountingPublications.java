package dev.sluice.exporter.publish;

import dev.sluice.exporter.derive.AccountGpus;
import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.LimitUse;
import dev.sluice.exporter.derive.LimitUse.ShownLimits;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.metrics.AccountingMetrics;
import dev.sluice.exporter.metrics.Publications.Publication;
import dev.sluice.exporter.metrics.Section.Listed;
import dev.sluice.exporter.metrics.SeriesOverLimit.Kind;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.accounting.Share;
import dev.sluice.exporter.model.cluster.ClusterSnapshot;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.job.Job;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Creates the publications that combine accounting data with the current jobs, after each response with one of both:
 * QOS and account limits with the use of each limit, and the GPUs of accounts.
 */
final class AccountingPublications {

    private final SeriesBudget budget;
    private Latest<Qos> qos = Latest.none();
    private Latest<Association> accounts = Latest.none();
    private List<Association> limited = List.of();
    private Latest<Share> shares = Latest.none();
    private Latest<Capacity> capacity = Latest.none();
    private Instant jobsExpireAt = Instant.MIN;

    /** The newest response of a source. */
    private record Latest<T>(List<T> records, Instant expiresAt) {

        static <T> Latest<T> none() {
            return new Latest<>(List.of(), Instant.MIN);
        }

        /**
         * Returns the time at which values from this response and from others are withdrawn: the earlier expiry of
         * both.
         */
        Instant expiresWith(Instant others) {
            return expiresAt.isBefore(others) ? expiresAt : others;
        }
    }

    AccountingPublications(SeriesBudget budget) {
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
        // Other users have only the limits of their accounts.
        limited = observed.stream()
                .filter(association -> association.user().isEmpty()
                        || !association.partition().isEmpty()
                        || !association.limits().isEmpty()
                        || !association.inherited().isEmpty())
                .toList();
    }

    void shares(List<Share> observed, Instant expiresAt) {
        shares = new Latest<>(observed, expiresAt);
    }

    void nodes(Capacity observed, Instant expiresAt) {
        capacity = new Latest<>(List.of(observed), expiresAt);
    }

    void jobs(Instant expiresAt) {
        jobsExpireAt = expiresAt;
    }

    /** Returns the given constraints plus the limits on jobs of this cluster. */
    Constraints within(Constraints others) {
        return others.withLimits(qos.records(), ofThisCluster(limited));
    }

    /** Returns no publications of data that needs a source that has not responded yet. */
    List<Publication> publications(ClusterSnapshot now) {
        List<Publication> all = new ArrayList<>();
        now.jobs().ifPresent(jobs -> {
            now.partitions()
                    .ifPresent(partitions -> all.addAll(limits(now.cluster(), jobs.value(), partitions.value())));
            capacity.records().forEach(nodes -> all.add(gpus(now.cluster(), jobs.value(), nodes)));
        });
        return all;
    }

    private List<Publication> limits(String cluster, List<Job> jobs, List<Partition> partitions) {
        List<Association> own = ofThisCluster(accounts.records());
        LimitUse use = new LimitUse(jobs, partitions, own);
        ShownLimits ofQos = ShownLimits.of(use.ofQos(qos.records()), budget.queues());
        ShownLimits ofAccounts = ShownLimits.of(use.ofAccounts(own, budget.accountNames()), budget.accounts());
        return List.of(
                new Publication(
                        cluster,
                        "limits-qos",
                        new AccountingMetrics.Limits(cluster, ofQos, Kind.QOS_LIMIT),
                        qos.expiresWith(jobsExpireAt)),
                new Publication(
                        cluster,
                        "limits-accounts",
                        new AccountingMetrics.Limits(cluster, ofAccounts, Kind.ACCOUNT_LIMIT),
                        accounts.expiresWith(jobsExpireAt)));
    }

    private Publication gpus(String cluster, List<Job> jobs, Capacity nodes) {
        List<AccountGpus> gpus = AccountGpus.of(shares.records(), jobs, nodes, budget);
        return new Publication(
                cluster,
                "account-gpus",
                AccountingMetrics.Shares.GPUS.batch(new Listed<>(cluster, gpus)),
                shares.expiresWith(capacity.expiresWith(jobsExpireAt)));
    }

    /**
     * Finds this cluster's name in slurmctld's shares, because slurmdbd returns all clusters and does not mark this
     * cluster.
     */
    private List<Association> ofThisCluster(List<Association> all) {
        Set<String> clusters = all.stream().map(Association::cluster).collect(Collectors.toSet());
        if (clusters.size() <= 1) {
            return all;
        }
        Optional<String> own = shares.records().stream().map(Share::cluster).findFirst();
        return all.stream()
                .filter(association -> own.filter(association.cluster()::equals).isPresent())
                .toList();
    }
}
